-- The two roles that the service works as. Neither can log in; the user of DATABASE_URL is granted both and takes one of them on at the start of each transaction.
-- faultline_app sees the rows of one tenant, the one named in app.tenant. faultline_system sees the few things that must be found across tenants.
DO $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'faultline_app') THEN
    CREATE ROLE faultline_app NOLOGIN NOINHERIT;
  END IF;
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'faultline_system') THEN
    CREATE ROLE faultline_system NOLOGIN NOINHERIT;
  END IF;
  EXECUTE format('GRANT faultline_app, faultline_system TO %I', current_user);
END
$$;
