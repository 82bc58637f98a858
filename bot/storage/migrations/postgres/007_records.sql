-- What has been played. mark: what was promised of the deal when a game began (`games/fair`); '': by the first way,
-- of number and seed alone.
ALTER TABLE tables ADD COLUMN mark text NOT NULL DEFAULT '';

-- One row a finished game. ended: its number in the order in which games ended. how: 'score', or one of the endings
-- of `tables/table`. ladder: where it counts, '' for nowhere, and why not. grid: the score in parts. seal: over the
-- log, as it was when the game ended. computers: how many of the seats were theirs. kept: whether its log is there.
CREATE TABLE finished (
    table_id  bigint PRIMARY KEY REFERENCES tables (id),
    ended     bigint NOT NULL,
    guild     bigint NOT NULL,
    game      text   NOT NULL,
    edition   int    NOT NULL,
    options   text   NOT NULL,
    pace      text   NOT NULL,
    seats     int    NOT NULL,
    computers int    NOT NULL DEFAULT 0,
    how       text   NOT NULL,
    ladder    text   NOT NULL DEFAULT '',
    why       text   NOT NULL DEFAULT '',
    grid      text   NOT NULL DEFAULT '',
    seal      text   NOT NULL DEFAULT '',
    decisions int    NOT NULL DEFAULT 0,
    began     bigint NOT NULL,
    at        bigint NOT NULL,
    kept      int    NOT NULL DEFAULT 1
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
) AS old;
CREATE UNIQUE INDEX finished_in_order ON finished (ended);
CREATE INDEX finished_by_guild ON finished (guild, ended);
CREATE INDEX finished_by_age ON finished (at) WHERE kept = 1;

-- seat: -1 where nobody knows any more. ladder, mu, sigma: where the game counts for this player, and the rating
-- after it. clocked: decisions that the clock made.
ALTER TABLE results ADD COLUMN seat int NOT NULL DEFAULT -1;
ALTER TABLE results ADD COLUMN ended bigint NOT NULL DEFAULT 0;
ALTER TABLE results ADD COLUMN ladder text NOT NULL DEFAULT '';
ALTER TABLE results ADD COLUMN mu double precision NOT NULL DEFAULT 0;
ALTER TABLE results ADD COLUMN sigma double precision NOT NULL DEFAULT 0;
ALTER TABLE results ADD COLUMN decisions int NOT NULL DEFAULT 0;
ALTER TABLE results ADD COLUMN clocked int NOT NULL DEFAULT 0;
UPDATE results SET
    seat = COALESCE((SELECT seat FROM seats WHERE table_id = results.table_id AND "user" = results."user"), -1),
    ended = COALESCE((SELECT ended FROM finished WHERE table_id = results.table_id), 0);
UPDATE results SET
    decisions = (SELECT COUNT(*) FROM rows
        WHERE table_id = results.table_id AND seat = results.seat AND kind = 'move' AND by != 'house'),
    clocked = (SELECT COUNT(*) FROM rows
        WHERE table_id = results.table_id AND seat = results.seat AND kind = 'move' AND by = 'clock');
-- Who resigned has no score; points are the first part of one.
UPDATE results SET score = '' WHERE table_id IN (SELECT table_id FROM finished WHERE how IN ('resign', 'alone'));
ALTER TABLE results ADD COLUMN points bigint;
UPDATE results SET points = CAST(split_part(score, ',', 1) AS bigint) WHERE score != '';
CREATE INDEX results_lately ON results ("user", at);
CREATE INDEX results_in_order ON results ("user", game, ladder, ended);

-- What players are worth, by ladder and season ('': of all time). guild 0 is the rating itself; those of the servers
-- are copies, with the games that were played there. worth: what a player surely reaches; by it they are ranked.
-- listed: whether others may see it.
CREATE TABLE ratings (
    guild  bigint NOT NULL,
    game   text   NOT NULL,
    ladder text   NOT NULL,
    season text   NOT NULL,
    "user" bigint NOT NULL,
    mu     double precision NOT NULL,
    sigma  double precision NOT NULL,
    worth  double precision NOT NULL,
    games  int    NOT NULL,
    wins   int    NOT NULL,
    listed int    NOT NULL DEFAULT 1,
    PRIMARY KEY (guild, game, ladder, season, "user")
);
CREATE INDEX ratings_ranked ON ratings (guild, game, ladder, season, listed, worth DESC, "user");
CREATE INDEX ratings_of_a_user ON ratings ("user", game, ladder, season);

-- Feats of players, told in the terms of the games; the first time each.
CREATE TABLE feats (
    "user"   bigint NOT NULL,
    feat     text   NOT NULL,
    table_id bigint NOT NULL,
    at       bigint NOT NULL,
    PRIMARY KEY ("user", feat)
);

-- Numbers that are given out one by one, in the order in which things are stored.
CREATE TABLE counted (
    name   text   PRIMARY KEY,
    number bigint NOT NULL
);
INSERT INTO counted SELECT 'ended', COUNT(*) FROM finished HAVING COUNT(*) > 0;

-- The events that name a person: whoever wants to be forgotten is found by them.
CREATE INDEX events_naming ON events (text) WHERE kind IN ('wish', 'former', 'substitute');
