-- Backups read every row as a role of their own, which may do nothing else. Without a policy row-level security would hide the rows, and a backup
-- would come out almost empty without an error. A later table needs its policy in the migration that makes it; the grant comes by default.
DO $$
DECLARE
  target record;
BEGIN
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO faultline_backup', current_schema());
  EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA %I GRANT SELECT ON TABLES TO faultline_backup', current_schema());
  EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA %I GRANT SELECT ON SEQUENCES TO faultline_backup', current_schema());
  FOR target IN
    SELECT c.relname, c.relkind, c.relrowsecurity FROM pg_class c
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'S') AND pg_has_role(current_user, c.relowner, 'USAGE')
  LOOP
    IF target.relkind = 'S' THEN
      EXECUTE format('GRANT SELECT ON SEQUENCE %I TO faultline_backup', target.relname);
    ELSE
      EXECUTE format('GRANT SELECT ON %I TO faultline_backup', target.relname);
    END IF;
    IF target.relrowsecurity THEN
      EXECUTE format('CREATE POLICY backup_reads ON %I FOR SELECT TO faultline_backup USING (true)', target.relname);
    END IF;
  END LOOP;
END
$$;
