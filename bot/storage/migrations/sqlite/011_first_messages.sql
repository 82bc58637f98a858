-- first_message: the first message that was posted of a table, 0: none yet. Nothing of the table is older: whoever
-- presses on anything older means another table, whose number came again after a restore. 1: of tables before this.
-- opener: who opened a table by their own wish, for as long as it is open; 0: nobody, as for a rematch.
ALTER TABLE tables ADD COLUMN first_message INTEGER NOT NULL DEFAULT 1;
ALTER TABLE tables ADD COLUMN opener INTEGER NOT NULL DEFAULT 0;
CREATE INDEX tables_opened_by ON tables (opener, guild) WHERE opener != 0;

-- What somebody has lately put before everybody in a channel, and until when it is paid for (`tables/rate_limits`).
CREATE TABLE rate_limits (
    user    INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    kind    TEXT    NOT NULL,
    paid    REAL    NOT NULL,
    PRIMARY KEY (user, channel, kind)
) WITHOUT ROWID;
CREATE INDEX rate_limits_by_age ON rate_limits (paid);
