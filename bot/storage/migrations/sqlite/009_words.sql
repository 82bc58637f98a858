-- draw: the secret draw of a lobby, whose mark stands there from the start (`games/fair`); the seed of its game
-- follows from it and from the words. '': a table that an older version has opened.
ALTER TABLE tables ADD COLUMN draw TEXT NOT NULL DEFAULT '';

-- Words that players have typed in a lobby. seat: whose seat it was dealt with, -1 in a lobby. share: what that seat
-- has added to the deal; it stays when the word is deleted ('') because its person wants to be forgotten.
CREATE TABLE words (
    table_id INTEGER NOT NULL,
    user     INTEGER NOT NULL,
    word     TEXT    NOT NULL,
    seat     INTEGER NOT NULL DEFAULT -1,
    share    TEXT    NOT NULL DEFAULT '',
    PRIMARY KEY (table_id, user)
) WITHOUT ROWID;
CREATE INDEX words_of_a_user ON words (user);
