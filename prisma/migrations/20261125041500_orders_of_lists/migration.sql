-- Lists of components by name and by last change, and of dependencies by last change, come from an index in their order.
CREATE INDEX "component_tenantId_name_technicalName_idx" ON "component"("tenantId", "name", "technicalName");
CREATE INDEX "component_tenantId_updatedAt_technicalName_idx" ON "component"("tenantId", "updatedAt", "technicalName");
CREATE INDEX "dependency_tenantId_updatedAt_id_idx" ON "dependency"("tenantId", "updatedAt", "id");
