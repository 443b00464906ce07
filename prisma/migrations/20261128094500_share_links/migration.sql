-- AlterTable
ALTER TABLE "tenant" ADD COLUMN     "areShareLinksAllowed" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "share_link" (
    "tenantId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "page" TEXT,
    "title" TEXT NOT NULL,
    "madeById" TEXT NOT NULL,
    "madeByName" TEXT NOT NULL,
    "madeAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3),
    "hasRevenue" BOOLEAN NOT NULL DEFAULT false,
    "applicationId" UUID,
    "content" JSON,

    CONSTRAINT "share_link_pkey" PRIMARY KEY ("tenantId","id")
);

-- CreateTable
CREATE TABLE "share_directory" (
    "hash" BYTEA NOT NULL,
    "tenantId" UUID NOT NULL,
    "linkId" UUID NOT NULL,

    CONSTRAINT "share_directory_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "share_directory_tenantId_linkId_key" ON "share_directory"("tenantId", "linkId");

-- Behind the tenant wall, like every table with a tenantId.
DO $$
DECLARE
  target text;
BEGIN
  FOREACH target IN ARRAY ARRAY['share_link', 'share_directory']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', target);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', target);
    EXECUTE format(
      'CREATE POLICY tenant_wall ON %I TO faultline_app USING ("tenantId" = nullif(current_setting(''app.tenant'', true), '''')::uuid) WITH CHECK ("tenantId" = nullif(current_setting(''app.tenant'', true), '''')::uuid)',
      target
    );
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO faultline_app', target);
    EXECUTE format('CREATE POLICY backup_reads ON %I FOR SELECT TO faultline_backup USING (true)', target);
  END LOOP;
END
$$;

-- Whose link a token is must be found across tenants, as whose key a key is.
CREATE POLICY across_tenants ON "share_directory" FOR SELECT TO faultline_system USING (true);
GRANT SELECT ON "share_directory" TO faultline_system;
