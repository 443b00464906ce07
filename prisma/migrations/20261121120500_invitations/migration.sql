-- CreateTable
CREATE TABLE "invitation" (
    "tenantId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "role" "role" NOT NULL,
    "invitedBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("tenantId","id")
);

-- CreateTable
CREATE TABLE "invitation_directory" (
    "hash" BYTEA NOT NULL,
    "tenantId" UUID NOT NULL,
    "invitationId" UUID NOT NULL,

    CONSTRAINT "invitation_directory_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "invitation_tenantId_email_key" ON "invitation"("tenantId", "email");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_directory_tenantId_invitationId_key" ON "invitation_directory"("tenantId", "invitationId");

-- AddForeignKey
ALTER TABLE "invitation_directory" ADD CONSTRAINT "invitation_directory_tenantId_invitationId_fkey" FOREIGN KEY ("tenantId", "invitationId") REFERENCES "invitation"("tenantId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Behind the tenant wall, like every table with a tenantId.
DO $$
DECLARE
  target text;
BEGIN
  FOREACH target IN ARRAY ARRAY['invitation', 'invitation_directory']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', target);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', target);
    EXECUTE format(
      'CREATE POLICY tenant_wall ON %I TO faultline_app USING ("tenantId" = nullif(current_setting(''app.tenant'', true), '''')::uuid) WITH CHECK ("tenantId" = nullif(current_setting(''app.tenant'', true), '''')::uuid)',
      target
    );
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO faultline_app', target);
  END LOOP;
END
$$;

-- Whose invitation a token is must be found across tenants, as whose key a key is.
CREATE POLICY across_tenants ON "invitation_directory" FOR SELECT TO faultline_system USING (true);
GRANT SELECT ON "invitation_directory" TO faultline_system;

-- An Owner may delete the tenant, its own row last.
GRANT DELETE ON "tenant" TO faultline_app;
