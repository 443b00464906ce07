-- The logins of Faultline, and what each may do. Run in its database, by an administrator, in one transaction; safe to run again.
--   faultline_owner   owns the tables and migrates them
--   faultline_app     sees the rows of one tenant, the one that its connection is bound to
--   faultline_system  finds the few things that must be found across tenants, and keeps accounts and sessions of people
--   faultline_backup  reads every row and writes none; nobody logs in as it, faultline_owner takes it on for a backup
-- Passwords come from the settings faultline.owner_password, faultline.app_password and faultline.system_password; an empty one leaves the password as it is.
-- Tables that belong to another login, as they did before the service had logins of its own, change hands.
DO $$
DECLARE
  home CONSTANT name := current_schema();
  wanted record;
  target record;
  previous name;
  is_lent boolean := false;
BEGIN
  FOR wanted IN
    SELECT 'faultline_' || kind AS role, coalesce(current_setting('faultline.' || kind || '_password', true), '') AS password
    FROM unnest(ARRAY['owner', 'app', 'system']) AS kind
  LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted.role) THEN
      EXECUTE format('CREATE ROLE %I NOINHERIT', wanted.role);
    END IF;
    IF wanted.password <> '' THEN
      EXECUTE format('ALTER ROLE %I LOGIN PASSWORD %L', wanted.role, wanted.password);
    ELSIF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted.role AND rolcanlogin) THEN
      RAISE EXCEPTION 'No role logs in without a password: set one for %.', wanted.role;
    END IF;
  END LOOP;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'faultline_backup') THEN
    CREATE ROLE faultline_backup NOLOGIN NOINHERIT;
  END IF;
  GRANT faultline_backup TO faultline_owner;

  -- Neither of the two that serve becomes anybody else.
  FOR target IN
    -- From PostgreSQL 16 on a grant is taken back in the name of whoever gave it.
    SELECT format('REVOKE %I FROM %I', g.rolname, m.rolname)
      || CASE WHEN current_setting('server_version_num')::int >= 160000 THEN format(' GRANTED BY %I', pg_get_userbyid(a.grantor)) ELSE '' END AS statement
    FROM pg_auth_members a JOIN pg_roles g ON g.oid = a.roleid JOIN pg_roles m ON m.oid = a.member
    WHERE m.rolname IN ('faultline_app', 'faultline_system')
  LOOP
    EXECUTE target.statement;
  END LOOP;

  EXECUTE format('GRANT CONNECT ON DATABASE %I TO faultline_owner, faultline_app, faultline_system', current_database());
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO faultline_owner, faultline_app, faultline_system, faultline_backup', home);
  EXECUTE format('GRANT CREATE ON SCHEMA %I TO faultline_owner', home);
  -- The import of a tenant reads its file into a schema of its own first.
  EXECUTE format('GRANT CREATE ON DATABASE %I TO faultline_owner', current_database());
  -- Before PostgreSQL 15 everybody might create in it.
  IF has_schema_privilege('faultline_app', home, 'CREATE') OR has_schema_privilege('faultline_system', home, 'CREATE') THEN
    EXECUTE format('REVOKE CREATE ON SCHEMA %I FROM PUBLIC, faultline_app, faultline_system', home);
  END IF;

  SELECT pg_get_userbyid(relowner) INTO previous FROM pg_class WHERE oid = to_regclass(format('%I._prisma_migrations', home));
  IF previous <> 'faultline_owner' THEN
    -- Who hands something over must be a member of both, or a superuser.
    IF NOT pg_has_role(current_user, 'faultline_owner', 'USAGE') THEN
      EXECUTE format('GRANT faultline_owner TO %I', current_user);
      is_lent := true;
    END IF;
    FOR target IN
      SELECT CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS kind, format('%I.%I', home, c.relname) AS name
      FROM pg_class c WHERE c.relnamespace = quote_ident(home)::regnamespace AND c.relkind IN ('r', 'p', 'v', 'S') AND pg_get_userbyid(c.relowner) = previous
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND (d.deptype = 'e' OR c.relkind = 'S' AND d.deptype IN ('a', 'i')))
      UNION ALL
      SELECT 'TYPE', format('%I.%I', home, t.typname)
      FROM pg_type t WHERE t.typnamespace = quote_ident(home)::regnamespace AND t.typtype = 'e' AND pg_get_userbyid(t.typowner) = previous
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_type'::regclass AND d.objid = t.oid AND d.deptype = 'e')
      UNION ALL
      SELECT 'FUNCTION', p.oid::regprocedure::text
      FROM pg_proc p WHERE p.pronamespace = quote_ident(home)::regnamespace AND p.prokind = 'f' AND pg_get_userbyid(p.proowner) = previous
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
    LOOP
      EXECUTE format('ALTER %s %s OWNER TO faultline_owner', target.kind, target.name);
    END LOOP;
    EXECUTE format('ALTER DEFAULT PRIVILEGES FOR ROLE %I IN SCHEMA %I REVOKE SELECT ON TABLES FROM faultline_backup', previous, home);
    EXECUTE format('ALTER DEFAULT PRIVILEGES FOR ROLE %I IN SCHEMA %I REVOKE SELECT ON SEQUENCES FROM faultline_backup', previous, home);
    IF is_lent THEN
      EXECUTE format('REVOKE faultline_owner FROM %I', current_user);
    END IF;
  END IF;
END
$$;
