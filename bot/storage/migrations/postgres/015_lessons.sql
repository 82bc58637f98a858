-- The lesson that a person has begun, one at a time. version: of the way through it; moves: the right ones so far, parted by
-- spaces. learned: which lessons somebody has been through.
CREATE TABLE lessons (
    "user"  bigint PRIMARY KEY,
    game    text   NOT NULL,
    lesson  text   NOT NULL,
    version text   NOT NULL,
    moves   text   NOT NULL DEFAULT ''
);
CREATE TABLE learned (
    "user" bigint NOT NULL,
    game   text   NOT NULL,
    lesson text   NOT NULL,
    at     bigint NOT NULL,
    PRIMARY KEY ("user", game, lesson)
);
