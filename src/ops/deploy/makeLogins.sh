#!/bin/sh
# Makes the three logins of Faultline in a database, or hands the tables of an older installation over to them, by prisma/sql/logins.sql. Safe to run again.
# The image of PostgreSQL in compose.yaml runs it when it makes its data directory. By hand, as an administrator of the server:
#   ADMIN_URL=postgresql://… OWNER_PASSWORD=… APP_PASSWORD=… SYSTEM_PASSWORD=… sh src/ops/deploy/makeLogins.sh
set -eu
psql --no-psqlrc --single-transaction -v ON_ERROR_STOP=1 \
  -v owner="$OWNER_PASSWORD" -v app="$APP_PASSWORD" -v system="$SYSTEM_PASSWORD" -v logins="${LOGINS_SQL:-prisma/sql/logins.sql}" \
  --file=- "${ADMIN_URL:-postgresql:///${POSTGRES_DB:-postgres}?user=${POSTGRES_USER:-postgres}}" <<'SQL'
select set_config('faultline.owner_password', :'owner', true), set_config('faultline.app_password', :'app', true), set_config('faultline.system_password', :'system', true) \g /dev/null
\i :logins
SQL
