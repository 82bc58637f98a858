-- The data files that games were dealt from, by their fingerprint (`tables.data`): a host may edit them
-- while games are under way.
CREATE TABLE data_tables (
    fingerprint TEXT NOT NULL,
    game        TEXT NOT NULL,
    file        TEXT NOT NULL,
    text        TEXT NOT NULL,
    PRIMARY KEY (fingerprint, game, file)
) WITHOUT ROWID;
