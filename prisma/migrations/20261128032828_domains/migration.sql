-- CreateEnum
CREATE TYPE "DomainsBy" AS ENUM ('TopCapability', 'TeamPrefix', 'None');

-- AlterTable
ALTER TABLE "tenant" ADD COLUMN     "domainsBy" "DomainsBy",
ADD COLUMN     "teamSeparator" TEXT NOT NULL DEFAULT '/';
