-- The life of a table. pace: '' for no clock, 'live:60' for seconds a decision with a reserve, 'slow:86400' for
-- seconds a decision. clocks: what every seat's clock says (`tables/pace`). stilled: seconds for which all of them
-- have stood still. `due` is now also when a clock must be looked at. hints: whether computers may be asked for one.
-- home: the channel of whose thread the table is, if the thread was opened for it; 0: it is not.
ALTER TABLE tables ADD COLUMN pace text NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN clocks text NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN stilled bigint NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN hints int NOT NULL DEFAULT 1;
ALTER TABLE tables ADD COLUMN home bigint NOT NULL DEFAULT 0;

-- asking: the public message that asks about a seat, and what it asks. dm_user: whose DMs a panel is in, since
-- a seat may change hands.
ALTER TABLE tables ADD COLUMN asking text NOT NULL DEFAULT '';
ALTER TABLE seats ADD COLUMN dm_user bigint NOT NULL DEFAULT 0;
UPDATE seats SET dm_user = "user" WHERE dm_message != 0;

-- More may happen beside the log than was foreseen: the kinds are named in `tables/beside`.
ALTER TABLE events DROP CONSTRAINT events_kind_check;

-- When the bot was last seen at work, for each shard: the time since then was nobody's.
CREATE TABLE beats (
    shard int    NOT NULL,
    of    int    NOT NULL,
    at    bigint NOT NULL,
    PRIMARY KEY (shard, of)
);

-- What a person has chosen. quiet_from and quiet_until are minutes of their own day, -1: no quiet hours;
-- utc_offset is what their clock says beyond UTC, in minutes.
CREATE TABLE people (
    "user"      bigint PRIMARY KEY,
    locale      text   NOT NULL DEFAULT '',
    by_dm       int    NOT NULL DEFAULT 0,
    notices     text   NOT NULL DEFAULT 'channel',
    large       int    NOT NULL DEFAULT 0,
    sure        int    NOT NULL DEFAULT 0,
    everywhere  int    NOT NULL DEFAULT 0,
    quiet_from  int    NOT NULL DEFAULT -1,
    quiet_until int    NOT NULL DEFAULT -1,
    utc_offset  int    NOT NULL DEFAULT 0
);
CREATE TABLE away (
    "user" bigint NOT NULL,
    since  bigint NOT NULL,
    until  bigint NOT NULL,
    PRIMARY KEY ("user", since)
);

-- What a server has chosen. channels: where tables may be opened, '' for everywhere. gone: since when the bot is
-- not there any more, 0: it is.
CREATE TABLE servers (
    guild    bigint PRIMARY KEY,
    channels text   NOT NULL DEFAULT '',
    place    text   NOT NULL DEFAULT 'channel',
    pace     text   NOT NULL DEFAULT '',
    enders   text   NOT NULL DEFAULT 'moderators',
    locale   text   NOT NULL DEFAULT '',
    gone     bigint NOT NULL DEFAULT 0
);
CREATE INDEX servers_gone ON servers (gone) WHERE gone != 0;
CREATE INDEX tables_by_guild ON tables (guild, id);

-- How a finished game was played, as a computer saw it: made once.
CREATE TABLE reviews (
    table_id bigint PRIMARY KEY REFERENCES tables (id),
    text     text   NOT NULL
);
