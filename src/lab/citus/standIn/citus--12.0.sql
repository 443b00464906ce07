-- Not Citus: it notes where each table would go, and refuses what Citus documents that it refuses. All rows stay where they are.
create schema citus_stand_in;

create table citus_stand_in.pg_dist_node (
  groupid int not null, nodename text not null, nodeport int not null, isactive boolean not null default true, noderole text not null default 'primary',
  primary key (nodename, nodeport)
);
create table citus_stand_in.pg_dist_partition (logicalrelid regclass primary key, distribution_column text, colocation_id int not null);
alter table citus_stand_in.pg_dist_node set schema pg_catalog;
alter table citus_stand_in.pg_dist_partition set schema pg_catalog;
grant select on pg_dist_node, pg_dist_partition to public;

create view citus_stand_in.citus_tables as
  select logicalrelid as table_name, case when distribution_column is null then 'reference' else 'distributed' end as citus_table_type,
    coalesce(quote_ident(distribution_column), '<none>') as distribution_column, colocation_id
  from pg_dist_partition;
alter view citus_stand_in.citus_tables set schema pg_catalog;
grant select on citus_tables to public;

create function citus_set_coordinator_host(host text, port int) returns void language sql as
  $$ insert into pg_catalog.pg_dist_node (groupid, nodename, nodeport) values (0, host, port) $$;

create function citus_add_node(nodename text, nodeport int) returns int language sql as
  $$ insert into pg_catalog.pg_dist_node (groupid, nodename, nodeport) select coalesce(max(groupid), 0) + 1, $1, $2 from pg_catalog.pg_dist_node returning groupid $$;

create function citus_stand_in.assert_free(wanted regclass) returns void language plpgsql as $$
begin
  if exists (select from pg_catalog.pg_dist_partition where logicalrelid = wanted) then
    raise exception 'table % is already distributed', wanted;
  end if;
  if not exists (select from pg_catalog.pg_dist_node where groupid > 0) then
    raise exception 'no worker nodes are available for placing shards';
  end if;
  -- The copy of the rows is read under row-level security, which Citus does not take.
  if (select relforcerowsecurity from pg_catalog.pg_class where oid = wanted) then
    raise exception 'rows of % are hidden from its owner', wanted;
  end if;
end $$;

create function create_reference_table(table_name regclass) returns void language plpgsql security definer as $$
begin
  perform citus_stand_in.assert_free(table_name);
  if exists (
    select from pg_catalog.pg_constraint k join pg_catalog.pg_dist_partition p on p.logicalrelid = k.confrelid
    where k.conrelid = table_name and k.contype = 'f' and p.distribution_column is not null
  ) then
    raise exception 'reference tables cannot have foreign keys to distributed tables';
  end if;
  insert into pg_catalog.pg_dist_partition values (table_name, null, 1);
end $$;

create function create_distributed_table(table_name regclass, distribution_column text, colocate_with text default 'default')
returns void language plpgsql security definer as $$
declare
  colocation int;
  key_number smallint;
  broken text;
begin
  perform citus_stand_in.assert_free(table_name);
  select attnum into strict key_number from pg_catalog.pg_attribute where attrelid = table_name and attname = distribution_column and not attisdropped;
  select i.indexrelid::regclass::text into broken from pg_catalog.pg_index i
  where i.indrelid = table_name and i.indisunique and not key_number = any (i.indkey::smallint[]) limit 1;
  if broken is not null then
    raise exception 'cannot create constraint on %: the unique key % lacks the distribution column', table_name, broken;
  end if;
  select k.conname into broken from pg_catalog.pg_constraint k
    left join pg_catalog.pg_dist_partition p on p.logicalrelid = k.confrelid
    left join pg_catalog.pg_attribute a on a.attrelid = k.confrelid and a.attname = p.distribution_column
  where k.conrelid = table_name and k.contype = 'f' and k.confrelid <> k.conrelid
    and (p.logicalrelid is null or p.distribution_column is not null
      and not exists (select from unnest(k.conkey, k.confkey) as pair(own, other) where own = key_number and other = a.attnum))
  limit 1;
  if broken is not null then
    raise exception 'cannot create foreign key constraint %: it leaves the shard of its row', broken;
  end if;
  if colocate_with = 'default' then
    select coalesce(max(p.colocation_id), 1) + 1 into colocation from pg_catalog.pg_dist_partition p;
  else
    select p.colocation_id into strict colocation from pg_catalog.pg_dist_partition p where p.logicalrelid = colocate_with::regclass;
  end if;
  insert into pg_catalog.pg_dist_partition values (table_name, distribution_column, colocation);
end $$;
grant usage on schema citus_stand_in to public;

-- Citus lets everybody set it.
grant set on parameter citus.propagate_set_commands to public;
