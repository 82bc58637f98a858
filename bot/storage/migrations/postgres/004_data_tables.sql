-- The data files that games were dealt from, by their fingerprint (`tables.data`): a host may edit them
-- while games are under way.
CREATE TABLE data_tables (
    fingerprint text NOT NULL,
    game        text NOT NULL,
    file        text NOT NULL,
    text        text NOT NULL,
    PRIMARY KEY (fingerprint, game, file)
);
