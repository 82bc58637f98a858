-- calls: who was called, as `domain/calls` writes it; owes_call: whether somebody was called silently and may still
-- have to be mentioned. NULL: an older process wrote last, and `noticed` tells. Such a process knows neither column: what
-- it writes empties them.
ALTER TABLE tables ADD COLUMN calls text;
ALTER TABLE tables ADD COLUMN owes_call int;
CREATE INDEX tables_owing ON tables (id) WHERE phase = 'play' AND owes_call = 1;
CREATE FUNCTION called_by_older() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.calls := NULL;
    NEW.owes_call := NULL;
    RETURN NEW;
END $$;
CREATE TRIGGER tables_called_by_older BEFORE UPDATE OF noticed ON tables FOR EACH ROW
    WHEN (NEW.calls IS NOT NULL AND NEW.calls IS NOT DISTINCT FROM OLD.calls AND NEW.noticed IS DISTINCT FROM OLD.noticed)
    EXECUTE FUNCTION called_by_older();
