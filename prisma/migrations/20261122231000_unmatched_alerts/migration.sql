-- An alert that fits no component is kept beside the signals, with the name that it gave, so that somebody can see what arrived.
ALTER TABLE "health_signal_record" ALTER COLUMN "componentId" DROP NOT NULL, ALTER COLUMN "state" DROP NOT NULL, ADD COLUMN "sentName" TEXT;
