-- The tenant wall. Every table with a tenantId: row-level security, forced, one policy for the app's role.
DO $$
DECLARE
  target record;
BEGIN
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO faultline_app, faultline_system', current_schema());
  FOR target IN
    SELECT c.table_name FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = current_schema() AND c.column_name = 'tenantId' AND t.table_type = 'BASE TABLE'
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', target.table_name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', target.table_name);
    EXECUTE format(
      'CREATE POLICY tenant_wall ON %I TO faultline_app USING ("tenantId" = nullif(current_setting(''app.tenant'', true), '''')::uuid) WITH CHECK ("tenantId" = nullif(current_setting(''app.tenant'', true), '''')::uuid)',
      target.table_name
    );
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO faultline_app', target.table_name);
  END LOOP;
END
$$;

-- A tenant's own row, and the people who are members of it.
ALTER TABLE "tenant" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "tenant" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON "tenant" TO faultline_app USING ("id" = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK ("id" = nullif(current_setting('app.tenant', true), '')::uuid);
GRANT SELECT, UPDATE ON "tenant" TO faultline_app;
ALTER TABLE "user" ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON "user" FOR SELECT TO faultline_app USING (EXISTS (SELECT 1 FROM "membership" m WHERE m."userId" = "user"."id"));
GRANT SELECT ("id", "name", "email") ON "user" TO faultline_app;

-- What must be found across tenants, and nothing else: which tenants there are, whose key this is, of which tenants somebody is a member.
CREATE POLICY across_tenants ON "tenant" TO faultline_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON "tenant" TO faultline_system;
CREATE POLICY across_tenants ON "key_directory" FOR SELECT TO faultline_system USING (true);
GRANT SELECT ON "key_directory" TO faultline_system;
CREATE POLICY across_tenants ON "membership" FOR SELECT TO faultline_system USING (true);
GRANT SELECT ON "membership" TO faultline_system;

-- Names sort by code unit on every server, whatever its locale.
DO $$
DECLARE
  target record;
BEGIN
  FOR target IN
    SELECT table_name FROM information_schema.columns WHERE table_schema = current_schema() AND column_name = 'technicalName'
  LOOP
    EXECUTE format('ALTER TABLE %I ALTER COLUMN "technicalName" TYPE text COLLATE "C"', target.table_name);
  END LOOP;
END
$$;

-- The change set is written last, after the changes that point to it.
ALTER TABLE "change" DROP CONSTRAINT "change_tenantId_changeSetId_fkey",
  ADD CONSTRAINT "change_tenantId_changeSetId_fkey" FOREIGN KEY ("tenantId", "changeSetId") REFERENCES "change_set" ("tenantId", "id") ON DELETE CASCADE ON UPDATE RESTRICT DEFERRABLE INITIALLY DEFERRED;
