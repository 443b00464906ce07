-- A distributed server changes no key of a tenant along with the row that it refers to. None ever changes.
ALTER TABLE "saved_view" DROP CONSTRAINT "saved_view_tenantId_userId_fkey";
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_tenantId_userId_fkey" FOREIGN KEY ("tenantId", "userId") REFERENCES "membership"("tenantId", "userId") ON DELETE CASCADE ON UPDATE RESTRICT;
ALTER TABLE "default_view" DROP CONSTRAINT "default_view_tenantId_userId_fkey";
ALTER TABLE "default_view" ADD CONSTRAINT "default_view_tenantId_userId_fkey" FOREIGN KEY ("tenantId", "userId") REFERENCES "membership"("tenantId", "userId") ON DELETE CASCADE ON UPDATE RESTRICT;
ALTER TABLE "default_view" DROP CONSTRAINT "default_view_tenantId_viewId_fkey";
ALTER TABLE "default_view" ADD CONSTRAINT "default_view_tenantId_viewId_fkey" FOREIGN KEY ("tenantId", "viewId") REFERENCES "saved_view"("tenantId", "id") ON DELETE CASCADE ON UPDATE RESTRICT;
ALTER TABLE "subscription" DROP CONSTRAINT "subscription_tenantId_subscriberId_fkey";
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_tenantId_subscriberId_fkey" FOREIGN KEY ("tenantId", "subscriberId") REFERENCES "membership"("tenantId", "userId") ON DELETE CASCADE ON UPDATE RESTRICT;

-- The view of members reads two tables with its owner's rights, which a distributed server does not carry to the node of the tenant. Now the app reads the members of
-- its tenant behind the wall, and asks this for their names, by ids that it knows. The view stays for replicas of the version before; a distribution drops it.
DO $$
BEGIN
  EXECUTE format(
    $definition$
      CREATE FUNCTION names_of_people(ids text[]) RETURNS TABLE ("id" text, "name" text, "email" text)
      LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = %I, pg_temp AS $body$
      BEGIN
        RETURN QUERY SELECT u."id", u."name", u."email" FROM "user" u WHERE u."id" = ANY(ids);
      END
      $body$
    $definition$,
    current_schema()
  );
  REVOKE ALL ON FUNCTION names_of_people(text[]) FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION names_of_people(text[]) TO faultline_app;
END
$$;
