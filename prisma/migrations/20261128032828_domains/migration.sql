-- CreateEnum
CREATE TYPE "domains_by" AS ENUM ('TopCapability', 'TeamPrefix', 'None');

-- AlterTable
ALTER TABLE "tenant" ADD COLUMN     "domainsBy" "domains_by",
ADD COLUMN     "teamSeparator" TEXT NOT NULL DEFAULT '/';
