-- CreateTable
CREATE TABLE "replica" (
    "id" UUID NOT NULL,
    "owner" TEXT NOT NULL,
    "heardAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "replica_pkey" PRIMARY KEY ("id")
);

-- Belongs to no tenant: only the login that looks for work across tenants has to do with it.
GRANT SELECT, INSERT, UPDATE, DELETE ON "replica" TO faultline_system;
