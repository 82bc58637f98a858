-- What has been played. mark: what was promised of the deal when a game began (`games/fair`); '': by the first way,
-- of number and seed alone.
ALTER TABLE tables ADD COLUMN mark TEXT NOT NULL DEFAULT '';

-- One row a finished game. ended: its number in the order in which games ended. how: 'score', or one of the endings
-- of `tables/table`. ladder: where it counts, '' for nowhere, and why not. grid: the score in parts. seal: over the
-- log, as it was when the game ended. computers: how many of the seats were theirs. kept: whether its log is there.
CREATE TABLE finished (
    table_id  INTEGER PRIMARY KEY REFERENCES tables (id),
    ended     INTEGER NOT NULL,
    guild     INTEGER NOT NULL,
    game      TEXT    NOT NULL,
    edition   INTEGER NOT NULL,
    options   TEXT    NOT NULL,
    pace      TEXT    NOT NULL,
    seats     INTEGER NOT NULL,
    computers INTEGER NOT NULL DEFAULT 0,
    how       TEXT    NOT NULL,
    ladder    TEXT    NOT NULL DEFAULT '',
    why       TEXT    NOT NULL DEFAULT '',
    grid      TEXT    NOT NULL DEFAULT '',
    seal      TEXT    NOT NULL DEFAULT '',
    decisions INTEGER NOT NULL DEFAULT 0,
    began     INTEGER NOT NULL,
    at        INTEGER NOT NULL,
    kept      INTEGER NOT NULL DEFAULT 1
);
INSERT INTO finished (table_id, ended, guild, game, edition, options, pace, seats, how, decisions, began, at)
SELECT id, ROW_NUMBER() OVER (ORDER BY at, id), guild, game, edition, options, pace, seats, how, decisions, began, at
FROM (
    SELECT id, guild, game, edition, options, pace,
        (SELECT COUNT(*) FROM seats WHERE table_id = tables.id) AS seats,
        COALESCE((SELECT text FROM rows WHERE table_id = tables.id AND kind = 'end'), 'score') AS how,
        (SELECT COUNT(*) FROM rows WHERE table_id = tables.id AND kind = 'move' AND by != 'house') AS decisions,
        COALESCE((SELECT MIN(at) FROM rows WHERE table_id = tables.id), created) AS began,
        COALESCE((SELECT MAX(at) FROM rows WHERE table_id = tables.id), created) AS at
    FROM tables WHERE phase = 'done'
);
CREATE UNIQUE INDEX finished_in_order ON finished (ended);
CREATE INDEX finished_by_guild ON finished (guild, ended);
CREATE INDEX finished_by_age ON finished (at) WHERE kept = 1;

-- seat: -1 where nobody knows any more. ladder, mu, sigma: where the game counts for this player, and the rating
-- after it. clocked: decisions that the clock made.
ALTER TABLE results ADD COLUMN seat INTEGER NOT NULL DEFAULT -1;
ALTER TABLE results ADD COLUMN ended INTEGER NOT NULL DEFAULT 0;
ALTER TABLE results ADD COLUMN ladder TEXT NOT NULL DEFAULT '';
ALTER TABLE results ADD COLUMN mu REAL NOT NULL DEFAULT 0;
ALTER TABLE results ADD COLUMN sigma REAL NOT NULL DEFAULT 0;
ALTER TABLE results ADD COLUMN decisions INTEGER NOT NULL DEFAULT 0;
ALTER TABLE results ADD COLUMN clocked INTEGER NOT NULL DEFAULT 0;
UPDATE results SET
    seat = COALESCE((SELECT seat FROM seats WHERE table_id = results.table_id AND user = results.user), -1),
    ended = COALESCE((SELECT ended FROM finished WHERE table_id = results.table_id), 0);
UPDATE results SET
    decisions = (SELECT COUNT(*) FROM rows
        WHERE table_id = results.table_id AND seat = results.seat AND kind = 'move' AND by != 'house'),
    clocked = (SELECT COUNT(*) FROM rows
        WHERE table_id = results.table_id AND seat = results.seat AND kind = 'move' AND by = 'clock');
-- Who resigned has no score; points are the first part of one.
UPDATE results SET score = '' WHERE table_id IN (SELECT table_id FROM finished WHERE how IN ('resign', 'alone'));
ALTER TABLE results ADD COLUMN points INTEGER;
UPDATE results SET points = CAST(substr(score, 1, instr(score || ',', ',') - 1) AS INTEGER) WHERE score != '';
CREATE INDEX results_lately ON results (user, at);
CREATE INDEX results_in_order ON results (user, game, ladder, ended);

-- What players are worth, by ladder and season ('': of all time). guild 0 is the rating itself; those of the servers
-- are copies, with the games that were played there. worth: what a player surely reaches; by it they are ranked.
-- listed: whether others may see it.
CREATE TABLE ratings (
    guild  INTEGER NOT NULL,
    game   TEXT    NOT NULL,
    ladder TEXT    NOT NULL,
    season TEXT    NOT NULL,
    user   INTEGER NOT NULL,
    mu     REAL    NOT NULL,
    sigma  REAL    NOT NULL,
    worth  REAL    NOT NULL,
    games  INTEGER NOT NULL,
    wins   INTEGER NOT NULL,
    listed INTEGER NOT NULL DEFAULT 1,
    PRIMARY KEY (guild, game, ladder, season, user)
) WITHOUT ROWID;
CREATE INDEX ratings_ranked ON ratings (guild, game, ladder, season, listed, worth DESC, user);
CREATE INDEX ratings_of_a_user ON ratings (user, game, ladder, season);

-- Feats of players, told in the terms of the games; the first time each.
CREATE TABLE feats (
    user     INTEGER NOT NULL,
    feat     TEXT    NOT NULL,
    table_id INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    PRIMARY KEY (user, feat)
) WITHOUT ROWID;

-- Numbers that are given out one by one, in the order in which things are stored.
CREATE TABLE counted (
    name   TEXT PRIMARY KEY,
    number INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO counted SELECT 'ended', COUNT(*) FROM finished HAVING COUNT(*) > 0;

-- The events that name a person: whoever wants to be forgotten is found by them.
CREATE INDEX events_naming ON events (text) WHERE kind IN ('wish', 'former', 'substitute');
