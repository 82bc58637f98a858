-- The servers that were greeted, and when: once and never again, also not when the bot comes back to one of them.
CREATE TABLE greeted (
    guild bigint PRIMARY KEY,
    at    bigint NOT NULL
);
