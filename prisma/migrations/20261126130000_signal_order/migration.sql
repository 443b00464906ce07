-- The place of a signal in the order of acceptance, which decides between observations of the same time. Null for what was handled before.
ALTER TABLE "health_signal_record" ADD COLUMN     "position" BIGINT;
