-- What a sender whose clock is ahead said of the time; the signal itself counts as observed when it was accepted.
ALTER TABLE "health_signal" ADD COLUMN "reportedAt" TIMESTAMPTZ(3);
ALTER TABLE "health_signal_record" ADD COLUMN "reportedAt" TIMESTAMPTZ(3);
