-- CreateIndex
CREATE UNIQUE INDEX "change_set_tenantId_version_key" ON "change_set"("tenantId", "version");
