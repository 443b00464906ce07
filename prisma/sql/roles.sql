-- The roles of an installation with a single login (DATABASE_SINGLE_LOGIN=1), which owns the tables, is granted all of them and takes one on at the start of each
-- transaction. logins.sql is for all others.
-- faultline_app sees the rows of one tenant, the one named in app.tenant. faultline_system sees the few things that must be found across tenants.
-- faultline_backup reads every row and writes none: `npm run admin -- backup` works as it, and so can pg_dump (--role=faultline_backup --enable-row-security).
DO $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'faultline_app') THEN
    CREATE ROLE faultline_app NOLOGIN NOINHERIT;
  END IF;
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'faultline_system') THEN
    CREATE ROLE faultline_system NOLOGIN NOINHERIT;
  END IF;
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'faultline_backup') THEN
    CREATE ROLE faultline_backup NOLOGIN NOINHERIT;
  END IF;
  EXECUTE format('GRANT faultline_app, faultline_system, faultline_backup TO %I', current_user);
END
$$;
