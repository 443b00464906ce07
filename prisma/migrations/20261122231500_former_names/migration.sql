-- CreateTable
CREATE TABLE "former_name" (
    "tenantId" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "technicalName" TEXT NOT NULL,
    "entityId" UUID NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "former_name_pkey" PRIMARY KEY ("tenantId","kind","technicalName")
);

-- CreateIndex
CREATE INDEX "former_name_tenantId_kind_entityId_idx" ON "former_name"("tenantId", "kind", "entityId");

-- Behind the tenant wall, like every table with a tenantId.
ALTER TABLE "former_name" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "former_name" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON "former_name" TO faultline_app USING ("tenantId" = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK ("tenantId" = nullif(current_setting('app.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON "former_name" TO faultline_app;
