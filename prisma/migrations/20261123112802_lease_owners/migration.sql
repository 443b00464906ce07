-- AlterTable
ALTER TABLE "health_work" ADD COLUMN     "leaseOwner" TEXT;
