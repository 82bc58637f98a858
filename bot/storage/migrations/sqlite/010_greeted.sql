-- The servers that were greeted, and when: once and never again, also not when the bot comes back to one of them.
CREATE TABLE greeted (
    guild INTEGER PRIMARY KEY,
    at    INTEGER NOT NULL
);
