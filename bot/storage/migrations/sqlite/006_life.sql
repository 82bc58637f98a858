-- The life of a table. pace: '' for no clock, 'live:60' for seconds a decision with a reserve, 'slow:86400' for
-- seconds a decision. clocks: what every seat's clock says (`tables/pace`). stilled: seconds for which all of them
-- have stood still. `due` is now also when a clock must be looked at. hints: whether computers may be asked for one.
-- home: the channel of whose thread the table is, if the thread was opened for it; 0: it is not.
ALTER TABLE tables ADD COLUMN pace TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN clocks TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN stilled INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN hints INTEGER NOT NULL DEFAULT 1;
ALTER TABLE tables ADD COLUMN home INTEGER NOT NULL DEFAULT 0;

-- asking: the public message that asks about a seat, and what it asks. dm_user: whose DMs a panel is in, since
-- a seat may change hands.
ALTER TABLE tables ADD COLUMN asking TEXT NOT NULL DEFAULT '';
ALTER TABLE seats ADD COLUMN dm_user INTEGER NOT NULL DEFAULT 0;
UPDATE seats SET dm_user = "user" WHERE dm_message != 0;

-- More may happen beside the log than was foreseen: the kinds are named in `tables/beside`.
CREATE TABLE happened (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id    INTEGER NOT NULL REFERENCES tables (id),
    kind        TEXT    NOT NULL,
    seat        INTEGER NOT NULL,
    row         INTEGER NOT NULL,
    text        TEXT    NOT NULL DEFAULT '',
    at          INTEGER NOT NULL,
    interaction INTEGER UNIQUE
);
INSERT INTO happened SELECT id, table_id, kind, seat, row, text, at, interaction FROM events;
DROP TABLE events;
ALTER TABLE happened RENAME TO events;
CREATE INDEX events_of_a_table ON events (table_id, id);

-- When the bot was last seen at work, for each shard: the time since then was nobody's.
CREATE TABLE beats (
    shard INTEGER NOT NULL,
    of    INTEGER NOT NULL,
    at    INTEGER NOT NULL,
    PRIMARY KEY (shard, of)
) WITHOUT ROWID;

-- What a person has chosen. quiet_from and quiet_until are minutes of their own day, -1: no quiet hours;
-- utc_offset is what their clock says beyond UTC, in minutes.
CREATE TABLE people (
    user        INTEGER PRIMARY KEY,
    locale      TEXT    NOT NULL DEFAULT '',
    by_dm       INTEGER NOT NULL DEFAULT 0,
    notices     TEXT    NOT NULL DEFAULT 'channel',
    large       INTEGER NOT NULL DEFAULT 0,
    sure        INTEGER NOT NULL DEFAULT 0,
    everywhere  INTEGER NOT NULL DEFAULT 0,
    quiet_from  INTEGER NOT NULL DEFAULT -1,
    quiet_until INTEGER NOT NULL DEFAULT -1,
    utc_offset  INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE away (
    user  INTEGER NOT NULL,
    since INTEGER NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (user, since)
) WITHOUT ROWID;

-- What a server has chosen. channels: where tables may be opened, '' for everywhere. gone: since when the bot is
-- not there any more, 0: it is.
CREATE TABLE servers (
    guild    INTEGER PRIMARY KEY,
    channels TEXT    NOT NULL DEFAULT '',
    place    TEXT    NOT NULL DEFAULT 'channel',
    pace     TEXT    NOT NULL DEFAULT '',
    enders   TEXT    NOT NULL DEFAULT 'moderators',
    locale   TEXT    NOT NULL DEFAULT '',
    gone     INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX servers_gone ON servers (gone) WHERE gone != 0;
CREATE INDEX tables_by_guild ON tables (guild, id);

-- How a finished game was played, as a computer saw it: made once.
CREATE TABLE reviews (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    text     TEXT    NOT NULL
);
