-- AlterTable
ALTER TABLE "application" ADD COLUMN     "contact" TEXT,
ADD COLUMN     "references" JSON NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "component" ADD COLUMN     "contact" TEXT,
ADD COLUMN     "references" JSON NOT NULL DEFAULT '[]';
