CREATE TABLE tables (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    guild    INTEGER NOT NULL,
    channel  INTEGER NOT NULL,
    game     TEXT    NOT NULL,
    host     INTEGER NOT NULL,
    locale   TEXT    NOT NULL,
    options  TEXT    NOT NULL DEFAULT '',
    phase    TEXT    NOT NULL DEFAULT 'lobby' CHECK (phase IN ('lobby', 'play', 'done', 'aside', 'gone')),
    seed     TEXT    NOT NULL DEFAULT '',
    edition  INTEGER NOT NULL DEFAULT 0,
    data     TEXT    NOT NULL DEFAULT '',
    message  INTEGER NOT NULL DEFAULT 0,
    notice   INTEGER NOT NULL DEFAULT 0,
    noticed  TEXT    NOT NULL DEFAULT '',
    shown    INTEGER NOT NULL DEFAULT -1,
    created  INTEGER NOT NULL
);
-- One table per channel or thread.
CREATE UNIQUE INDEX one_table_a_channel ON tables (channel) WHERE phase IN ('lobby', 'play');

CREATE TABLE seats (
    table_id   INTEGER NOT NULL REFERENCES tables (id),
    seat       INTEGER NOT NULL,
    user       INTEGER NOT NULL,
    dm_channel INTEGER NOT NULL DEFAULT 0,
    dm_message INTEGER NOT NULL DEFAULT 0,
    dm_locale  TEXT    NOT NULL DEFAULT '',
    PRIMARY KEY (table_id, seat),
    UNIQUE (table_id, user)
) WITHOUT ROWID;

-- The truth: what happened at a table. Rows are only ever added.
CREATE TABLE rows (
    table_id    INTEGER NOT NULL REFERENCES tables (id),
    row         INTEGER NOT NULL,
    kind        TEXT    NOT NULL CHECK (kind IN ('move', 'back', 'end')),
    seat        INTEGER NOT NULL,
    text        TEXT    NOT NULL,
    by          TEXT    NOT NULL CHECK (by IN ('person', 'clock', 'computer', 'house')),
    at          INTEGER NOT NULL,
    interaction INTEGER UNIQUE,
    PRIMARY KEY (table_id, row)
) WITHOUT ROWID;

-- Answers given in advance to a question that may come ("guard:2").
CREATE TABLE standing (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat     INTEGER NOT NULL,
    key      TEXT    NOT NULL,
    answer   TEXT    NOT NULL CHECK (answer IN ('use', 'let')),
    PRIMARY KEY (table_id, seat, key)
) WITHOUT ROWID;

CREATE TABLE results (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    user     INTEGER NOT NULL,
    guild    INTEGER NOT NULL,
    game     TEXT    NOT NULL,
    seats    INTEGER NOT NULL,
    place    INTEGER NOT NULL,
    score    TEXT    NOT NULL,
    at       INTEGER NOT NULL,
    PRIMARY KEY (table_id, user)
) WITHOUT ROWID;
CREATE INDEX results_by_guild ON results (guild, game, user);

CREATE TABLE facts (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
