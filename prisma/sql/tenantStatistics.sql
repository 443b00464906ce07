-- No statistics of tenantId, on any table that has one. With them PostgreSQL takes a tenant that they do not know yet for one without rows: every index that
-- begins with tenantId then looks as good as the key itself, so a look-up by key may read all of the tenant's rows, and a join all of them for each of them.
-- Without, every tenant counts as a two-hundredth of the table, and the index that fits best is the cheapest.
DO $$
DECLARE
  forgotten record;
BEGIN
  FOR forgotten IN
    SELECT c.oid::regclass AS name, c.relname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND a.attname = 'tenantId' AND NOT a.attisdropped AND coalesce(a.attstattarget, -1) <> 0
  LOOP
    EXECUTE format('ALTER TABLE %s ALTER COLUMN "tenantId" SET STATISTICS 0', forgotten.name);
    -- What was gathered before stays otherwise. Older servers forget it with a dump and restore only.
    IF current_setting('server_version_num')::int >= 180000 THEN
      EXECUTE 'SELECT pg_clear_attribute_stats($1, $2, ''tenantId'', false)' USING current_schema()::text, forgotten.relname::text;
    END IF;
  END LOOP;
END
$$;
