-- AlterTable
ALTER TABLE "application" ADD COLUMN     "help" JSON NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "component" ADD COLUMN     "help" JSON NOT NULL DEFAULT '{}';
