-- For whom a lobby keeps seats is told by lobbies only, and found by the person: they may want to be forgotten.
UPDATE tables SET reserved = '' WHERE reserved != '' AND phase != 'lobby';
CREATE INDEX tables_keeping ON tables (id) WHERE reserved != '';
