-- What people agree on beside the moves: votes to stop, take-backs asked for and allowed, seats left for good.
-- `row` is the table's last row when it happened; the log of moves stays pure.
CREATE TABLE events (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id    INTEGER NOT NULL REFERENCES tables (id),
    kind        TEXT    NOT NULL CHECK (kind IN ('stop', 'go', 'ask', 'allow', 'deny', 'leave')),
    seat        INTEGER NOT NULL,
    row         INTEGER NOT NULL,
    text        TEXT    NOT NULL DEFAULT '',
    at          INTEGER NOT NULL,
    interaction INTEGER UNIQUE
);
CREATE INDEX events_of_a_table ON events (table_id, id);

-- People for whom a lobby keeps seats, in seat order, and until when.
ALTER TABLE tables ADD COLUMN reserved TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN kept_until INTEGER NOT NULL DEFAULT 0;

-- Since when we may not write in a table's channel; 0: we may.
ALTER TABLE tables ADD COLUMN silenced INTEGER NOT NULL DEFAULT 0;

-- One word for answers given in advance.
ALTER TABLE standing RENAME TO advance;
