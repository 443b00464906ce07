-- CreateTable
CREATE TABLE "sign_in_guess" (
    "account" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL,
    "notBefore" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_guess_pkey" PRIMARY KEY ("account")
);

-- Tokens are kept hashed from now on; who is signed in stays so.
UPDATE "session" SET "token" = 'sha256:' || encode(sha256(convert_to("token", 'UTF8')), 'hex') WHERE "token" NOT LIKE 'sha256:%';
