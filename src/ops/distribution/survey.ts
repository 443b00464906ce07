/** What the nodes of a Citus say about themselves, before anything is changed: which of them cannot take their part, and why. */
import type { Client } from 'pg';
import { onConnection } from '@/ops/postgres/onConnection';
import type { DatabaseAddresses } from '@/server/db/databaseAddresses';

/** The answer of one node, or why there is none. */
export interface NodeFacts {
  /** With its port. */
  node: string;
  isCoordinator: boolean;
  holdsShards: boolean;
  /** Whether it knows the tables, so that it takes statements too. */
  isEntry: boolean;
  /** Null if the node cannot be asked. */
  facts: {
    version: string | null;
    database: string;
    databaseOwner: string;
    /** Whether our login may act as that owner. */
    ownsDatabase: boolean;
    login: string;
    /** The roles as which nodes ask each other, as far as they exist there and may log in. */
    logins: string[];
    preparedTransactions: number;
  } | null;
  /** What it said instead. */
  failure: string | null;
}

/** A node asks another in the name of the role that asked it: for a backup, that is the last. */
const PASSING = ['faultline_app', 'faultline_system', 'faultline_backup'];
const OLDEST = 12;

/** Asked of every node. In one line, because it becomes a text within a text. */
const FACTS = `select json_build_object('version', (select extversion from pg_extension where extname = 'citus'), 'database', current_database(), 'databaseOwner', pg_get_userbyid(d.datdba), 'ownsDatabase', pg_has_role(current_user, d.datdba, 'USAGE'), 'login', current_user, 'logins', (select coalesce(json_agg(rolname order by rolname), '[]') from pg_roles where rolcanlogin and rolname in ('faultline_app', 'faultline_system', 'faultline_backup')), 'preparedTransactions', current_setting('max_prepared_transactions')::int)::text from pg_database d where datname = current_database()`;

/** `client` is the owner's, on the coordinator. */
export async function askNodes(client: Client): Promise<NodeFacts[]> {
  const { rows } = await client.query<Omit<NodeFacts, 'facts' | 'failure'> & { success: boolean | null; result: string | null }>(
    `select n.nodename || ':' || n.nodeport as node, n.groupid = 0 as "isCoordinator", n.shouldhaveshards as "holdsShards",
       n.hasmetadata and n.metadatasynced as "isEntry", r.success, r.result
     from pg_dist_node n left join run_command_on_all_nodes($1, give_warning_for_connection_errors => true) r on r.nodeid = n.nodeid
     where n.noderole = 'primary' order by n.groupid`,
    [FACTS],
  );
  return rows.map(({ success, result, ...node }) => ({
    ...node,
    facts: success === true && result !== null ? (JSON.parse(result) as NodeFacts['facts']) : null,
    failure: success === true ? null : (result ?? 'it is not active'),
  }));
}

/** What prevents these nodes from taking their part, in words; empty if nothing does. */
export function faultsOfNodes(nodes: readonly NodeFacts[]): string[] {
  const faults: string[] = [];
  if (!nodes.some(({ isCoordinator }) => isCoordinator))
    faults.push(`The coordinator is not known to the others: select citus_set_coordinator_host('its name', its port).`);
  if (!nodes.some(({ holdsShards }) => holdsShards))
    faults.push(`No node takes rows of tenants: select citus_add_node('its name', its port).`);
  const versions = new Set(nodes.flatMap(({ facts }) => (facts?.version == null ? [] : [facts.version])));
  if (versions.size > 1) faults.push(`The nodes have different versions of Citus: ${[...versions].sort().join(' and ')}.`);
  return [...faults, ...nodes.flatMap(faultsOfNode)];
}

function faultsOfNode({ node, isEntry, facts, failure }: NodeFacts): string[] {
  if (facts === null) return [`The coordinator cannot query ${node} with this login: ${failure ?? ''}`];
  const { version, database, databaseOwner, ownsDatabase, login, logins, preparedTransactions } = facts;
  const missing = PASSING.filter((name) => !logins.includes(name));
  return [
    ...(version === null || Number.parseInt(version, 10) < OLDEST ? [`${node} has no Citus ${OLDEST} or newer in this database.`] : []),
    ...(ownsDatabase
      ? []
      : [`On ${node} the database belongs to ${databaseOwner}. On the coordinator: alter database "${database}" owner to "${login}".`]),
    ...missing.map((name) =>
      name === 'faultline_backup'
        ? `On ${node} ${name} cannot log in, but a backup reads the other nodes with that login: alter role ${name} login.`
        : `On ${node} ${name} cannot log in.`,
    ),
    ...(preparedTransactions > 0 ? [] : [`${node} has max_prepared_transactions = 0: set it as high as max_connections.`]),
    ...(isEntry ? [] : [`${node} does not know the tables yet: select start_metadata_sync_to_node('its name', its port).`]),
  ];
}

/** Whether every node lets the logins of the service, and the role of backups, in from every other one, in words; empty if so. */
export async function faultsOfLogins(owner: string, addresses: DatabaseAddresses): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, url, before] of [
    ['faultline_app', addresses.app, ''],
    ['faultline_system', addresses.system, ''],
    ['faultline_backup', owner, 'set role faultline_backup'],
  ] as const)
    try {
      const { rows } = await onConnection(url, async (client) => {
        if (before !== '') await client.query(before);
        return client.query<{ node: string; success: boolean; result: string }>(
          `select n.nodename || ':' || n.nodeport as node, r.success, r.result
           from run_command_on_all_nodes('select coalesce(string_agg(result, ''; ''), '''') from run_command_on_all_nodes(''select 1'') where not success') r
             join pg_dist_node n on n.nodeid = r.nodeid order by n.groupid`,
        );
      });
      for (const { node, success, result } of rows)
        if (!success || result !== '') faults.push(`${node} and the others do not let ${name} through: ${result}`);
    } catch (error) {
      faults.push(`${name} cannot work on the coordinator: ${(error as Error).message}`);
    }
  return faults;
}
