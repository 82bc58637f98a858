-- The lesson that a person has begun, one at a time. version: of the way through it; moves: the right ones so far, parted by
-- spaces. learned: which lessons somebody has been through.
CREATE TABLE lessons (
    user    INTEGER PRIMARY KEY,
    game    TEXT    NOT NULL,
    lesson  TEXT    NOT NULL,
    version TEXT    NOT NULL,
    moves   TEXT    NOT NULL DEFAULT ''
);
CREATE TABLE learned (
    user   INTEGER NOT NULL,
    game   TEXT    NOT NULL,
    lesson TEXT    NOT NULL,
    at     INTEGER NOT NULL,
    PRIMARY KEY (user, game, lesson)
) WITHOUT ROWID;
