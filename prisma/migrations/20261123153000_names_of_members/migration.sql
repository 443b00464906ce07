-- Accounts of people are out of the app's reach: it reads members of the tenant that it is bound to through a view, which states the tenant itself, since a view
-- works with its owner's rights. The barrier keeps conditions of whoever asks from being tried on rows of others.
DROP POLICY tenant_wall ON "user";
REVOKE ALL ON "user" FROM faultline_app;
CREATE POLICY across_tenants ON "user" TO faultline_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON "user", "session", "account", "verification", "sign_in_guess", "sign_in_limit" TO faultline_system;

CREATE VIEW "member" WITH (security_barrier) AS
  SELECT m."tenantId", m."userId", m."role", m."createdAt", u."name", u."email"
  FROM "membership" m JOIN "user" u ON u."id" = m."userId"
  WHERE m."tenantId" = nullif(current_setting('app.tenant', true), '')::uuid;
GRANT SELECT ON "member" TO faultline_app;
-- The wall holds for the owner of the view too, whatever roles it is a member of.
CREATE POLICY members_of_the_tenant ON "membership" FOR SELECT TO PUBLIC USING ("tenantId" = nullif(current_setting('app.tenant', true), '')::uuid);

-- A tenant is founded by the role of the app, bound to it, in one transaction with its first rows.
GRANT INSERT ON "tenant" TO faultline_app;
REVOKE INSERT ON "tenant" FROM faultline_system;

-- What is found by a hash alone lies apart from the tenants' rows and goes in the same transaction as what it leads to.
ALTER TABLE "key_directory" DROP CONSTRAINT "key_directory_tenantId_keyId_fkey";
ALTER TABLE "invitation_directory" DROP CONSTRAINT "invitation_directory_tenantId_invitationId_fkey";

-- Whether the schema is the one that this version needs.
GRANT SELECT ON "_prisma_migrations" TO faultline_app;

-- Only the owner of a table may have it counted: this does it for tables of tenants, on behalf of the app.
DO $$
BEGIN
  EXECUTE format(
    $definition$
      CREATE FUNCTION refresh_statistics(target text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = %I, pg_temp AS $body$
      BEGIN
        IF EXISTS (
          SELECT FROM pg_catalog.pg_class c JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid
          WHERE c.relnamespace = %L::regnamespace AND c.relname = target AND c.relkind IN ('r', 'p') AND a.attname = 'tenantId' AND NOT a.attisdropped
        ) THEN
          EXECUTE format('ANALYZE (SKIP_LOCKED) %%I', target);
        END IF;
      END
      $body$
    $definition$,
    current_schema(), quote_ident(current_schema())
  );
  REVOKE ALL ON FUNCTION refresh_statistics(text) FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION refresh_statistics(text) TO faultline_app;
END
$$;
