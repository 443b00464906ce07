-- CreateTable
CREATE TABLE "saved_view" (
    "tenantId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "userId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "page" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "isShared" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_view_pkey" PRIMARY KEY ("tenantId","id")
);

-- CreateTable
CREATE TABLE "default_view" (
    "tenantId" UUID NOT NULL,
    "userId" TEXT NOT NULL,
    "page" TEXT NOT NULL,
    "viewId" UUID NOT NULL,

    CONSTRAINT "default_view_pkey" PRIMARY KEY ("tenantId","userId","page")
);

-- CreateIndex
CREATE UNIQUE INDEX "saved_view_tenantId_userId_name_key" ON "saved_view"("tenantId", "userId", "name");

-- CreateIndex
CREATE INDEX "default_view_tenantId_viewId_idx" ON "default_view"("tenantId", "viewId");

-- AddForeignKey
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_tenantId_userId_fkey" FOREIGN KEY ("tenantId", "userId") REFERENCES "membership"("tenantId", "userId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "default_view" ADD CONSTRAINT "default_view_tenantId_userId_fkey" FOREIGN KEY ("tenantId", "userId") REFERENCES "membership"("tenantId", "userId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "default_view" ADD CONSTRAINT "default_view_tenantId_viewId_fkey" FOREIGN KEY ("tenantId", "viewId") REFERENCES "saved_view"("tenantId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Behind the tenant wall, like every table with a tenantId.
ALTER TABLE "saved_view" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "saved_view" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON "saved_view" TO faultline_app USING ("tenantId" = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK ("tenantId" = nullif(current_setting('app.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON "saved_view" TO faultline_app;
ALTER TABLE "default_view" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "default_view" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON "default_view" TO faultline_app USING ("tenantId" = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK ("tenantId" = nullif(current_setting('app.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON "default_view" TO faultline_app;
