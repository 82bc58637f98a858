-- One table or ten thousand, one process or several.
-- version: raised by everything that changes a table. last: the number of its last row. due: when an answer that
-- was promised must be given; NULL: none. told: the version that was last shown in its channel.
ALTER TABLE tables ADD COLUMN version int NOT NULL DEFAULT 1;
ALTER TABLE tables ADD COLUMN last int NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN due bigint;
ALTER TABLE tables ADD COLUMN told int NOT NULL DEFAULT 0;
UPDATE tables SET last = COALESCE((SELECT MAX(row) FROM rows WHERE table_id = tables.id), 0);
-- A Join may have been stored and not shown, and a message posted and not noted: these are shown once more.
UPDATE tables SET told = 1 WHERE phase != 'lobby' AND NOT (phase = 'play' AND message = 0);
UPDATE tables SET due = 0 WHERE phase = 'play' AND id IN (SELECT table_id FROM advance);

CREATE INDEX results_by_user ON results ("user", game);
CREATE INDEX tables_by_channel ON tables (channel, id);
CREATE INDEX seats_by_user ON seats ("user");
CREATE INDEX tables_unshown ON tables (id)
    WHERE silenced = 0 AND phase != 'aside' AND (phase IN ('play', 'done') AND shown < last OR told < version);
CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;
-- Somebody was called silently: more calls ("." in `noticed`) than mentions ("!").
CREATE INDEX tables_calling ON tables (id)
    WHERE phase = 'play' AND length(replace(noticed, '.', '')) < length(replace(noticed, '!', ''));
CREATE INDEX tables_running ON tables (game, edition, data) WHERE phase = 'play';
CREATE INDEX tables_aside ON tables (id) WHERE phase = 'aside';
CREATE INDEX lobbies_by_age ON tables (created) WHERE phase = 'lobby';

-- When a shard last identified, for each bucket of Discord's max_concurrency.
CREATE TABLE identify (
    bucket int              PRIMARY KEY,
    at     double precision NOT NULL
);
