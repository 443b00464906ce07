-- Whether everything in the tenant is sample data, so that pages can say so and offer to play an outage.
ALTER TABLE "tenant" ADD COLUMN "isDemo" BOOLEAN NOT NULL DEFAULT false;
