-- What is deleted by hand may have been declared by several manifests, and an undo gives each of them back.
ALTER TABLE "manifest_ownership_change" DROP CONSTRAINT "manifest_ownership_change_pkey",
ADD CONSTRAINT "manifest_ownership_change_pkey" PRIMARY KEY ("tenantId", "changeSetId", "kind", "entityId", "manifestName");
