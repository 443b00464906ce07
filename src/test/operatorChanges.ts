/** What an administrator of a database may add to it, each as SQL for the owner of the tables. */

export interface OperatorChange {
  name: string;
  sql: string;
  /** What a backup says that it leaves out. */
  leftOut: readonly string[];
  /** The administrator's tables, whose rows a restore into the same installation keeps. */
  tables?: readonly string[];
}

/** Rows of a tenant are hidden from the owner as well. */
const seeing = (table: string, sql: string): string =>
  `alter table ${table} no force row level security; ${sql}; alter table ${table} force row level security`;

const PARTITIONED = `alter table signal_counter rename to signal_counter_0;
  alter table signal_counter_0 rename constraint signal_counter_pkey to signal_counter_0_pkey;
  create table signal_counter (like signal_counter_0 including defaults) partition by hash ("tenantId");
  alter table signal_counter add constraint signal_counter_pkey primary key ("tenantId");
  alter table signal_counter attach partition signal_counter_0 for values with (modulus 1, remainder 0);
  alter table signal_counter enable row level security; alter table signal_counter force row level security;
  create policy tenant_wall on signal_counter to faultline_app using ("tenantId" = nullif(current_setting('app.tenant', true), '')::uuid);
  create policy backup_reads on signal_counter for select to faultline_backup using (true);
  grant select, insert, update, delete on signal_counter to faultline_app; grant select on signal_counter to faultline_backup`;

export const OPERATOR_CHANGES: readonly OperatorChange[] = [
  {
    name: 'a table that inherits from one of ours',
    sql: `create table former_tenant (note text) inherits (tenant);
      ${seeing('tenant', `insert into former_tenant select t.*, 'gone' from only tenant t`)}`,
    leftOut: ['table former_tenant'],
    tables: ['former_tenant'],
  },
  {
    name: 'a table that refers to one of ours and uses a type of ours',
    sql: `create table contract (tenant uuid references tenant (id), tier criticality_tier, tiers criticality_tier[]);
      insert into contract values (null, 'MissionCritical', '{BusinessCritical}')`,
    leftOut: ['table contract'],
    tables: ['contract'],
  },
  { name: 'a column', sql: `alter table tenant add column "costCenter" text default 'IT'`, leftOut: ['column costCenter of tenant'] },
  {
    name: 'a column with a type of ours that must have a value',
    sql: `alter table component add column importance criticality_tier not null default 'BusinessCritical'`,
    leftOut: ['column importance of component'],
  },
  {
    name: 'a computed column',
    sql: `alter table tenant add column loud text generated always as (upper(name)) stored`,
    leftOut: ['column loud of tenant'],
  },
  {
    name: 'a column that counts',
    sql: 'alter table api_key add column number serial',
    leftOut: ['sequence api_key_number_seq', 'column number of api_key'],
  },
  { name: 'partitions of one of our tables', sql: PARTITIONED, leftOut: [] },
  { name: 'a sequence in use', sql: `create sequence ticket; select nextval('ticket'), nextval('ticket')`, leftOut: ['sequence ticket'] },
  {
    name: 'a migration',
    sql: `insert into _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
      values ('theirs', 'x', now(), '29990101000000_theirs', 1)`,
    leftOut: ['migration 29990101000000_theirs'],
  },
  {
    name: 'two tables that refer to each other',
    sql: `create table circle_a (id int primary key, other int); create table circle_b (id int primary key, other int references circle_a);
      alter table circle_a add foreign key (other) references circle_b;
      insert into circle_a values (1, null); insert into circle_b values (2, 1); update circle_a set other = 2`,
    leftOut: ['table circle_a', 'table circle_b'],
    tables: ['circle_a', 'circle_b'],
  },
  {
    name: 'a table without columns',
    sql: 'create table nothing (); insert into nothing default values',
    leftOut: ['table nothing'],
    tables: ['nothing'],
  },
  { name: 'a view of ours', sql: 'create view names as select name from tenant', leftOut: ['view names'] },
  {
    name: 'a materialized view, and one in a schema of its own',
    sql: `create materialized view kept_names as select name, plan from tenant;
      create schema reporting; create view reporting.kinds as select distinct kind from component`,
    leftOut: ['materialized view kept_names'],
  },
  {
    name: 'a reference between ours that closes a circle',
    sql: `alter table tenant add column "mainKey" uuid;
      alter table tenant add constraint main_key foreign key (id, "mainKey") references api_key ("tenantId", id);
      ${seeing('tenant', seeing('api_key', `update tenant set "mainKey" = k.id from api_key k where k."tenantId" = tenant.id`))}`,
    leftOut: ['column mainKey of tenant'],
  },
  {
    name: 'a trigger, a function, an index, a rule for values and a domain',
    sql: `create domain short_text as text check (length(value) < 500); create table note (body short_text, kind component_kind);
      insert into note values ('Read me', 'Queue');
      create function leave_a_note() returns trigger language plpgsql as $$ begin insert into note values ('Changed', 'Cache'); return new; end $$;
      create trigger leave_a_note after insert on application for each row execute function leave_a_note();
      create index by_loud_name on application (upper(name)); alter table application add check (length(name) > 0)`,
    leftOut: ['table note'],
    tables: ['note'],
  },
];
