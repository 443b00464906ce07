/** Any spreadsheet: what its columns are called says what they are. Makes a mapping of each table, which somebody can then change. */
import { folded } from '@/sources/table/mapping/columnPlaces';
import { FIELDS, TARGETS, type Target } from '@/sources/table/mapping/mappingFields';
import type { EntityMapping, Mapping, RelationMapping } from '@/sources/table/mapping/mappingSchema';
import type { SourceTable } from '@/sources/table/read/sourceTable';

/** What a column of a table can become besides fields of what its rows describe. */
const ROLES = ['key', 'name', 'dependsOn', 'usedBy', 'source', 'target', 'dependencyType', 'mode', 'protocol'] as const;
type Role = (typeof ROLES)[number];

/** By place of the column, its role or field. */
export interface ColumnChoice {
  /** `dependency`: the rows are relations between things that other rows describe. */
  as: Target | 'dependency';
  columns: ReadonlyMap<number, string>;
}

/** How columns are called, by what they become. The first that fits a table counts. */
const NAMES: readonly [field: string, names: string][] = [
  ['technicalName', 'technical name'],
  ['key', 'id, key, identifier, code, number'],
  [
    'name',
    'name, component, component name, application, application name, app, service, service name, system, title, display name, capability, process, technology, product, segment',
  ],
  ['dependsOn', 'depends on, dependson, dependencies, requires, uses, needs, consumes, upstream'],
  ['usedBy', 'used by, dependents, required by, supports services, downstream'],
  ['application', 'application, app, application name, system, product, solution'],
  ['kind', 'kind, component kind, component type, type'],
  ['runtime', 'runtime, platform, hosting type'],
  ['isExternal', 'external, is external, third party'],
  ['ownerTeam', 'owner, owner team, team, owning team, responsible team, squad'],
  ['criticalityTier', 'tier, criticality, criticality tier, business criticality'],
  ['lifecycleState', 'lifecycle, lifecycle state, status, phase'],
  ['capabilities', 'capabilities, capability, business capability, business capabilities, supports'],
  ['processes', 'processes, process, business process, business processes'],
  ['technologies', 'technologies, technology, tech stack, stack'],
  ['hostingZones', 'hosting zones, hosting zone, zone, zones, location, data center, datacenter, site, hosted in'],
  ['datasets', 'datasets, dataset, data'],
  ['maximumTolerableDowntimeMinutes', 'maximum tolerable downtime, mtd, mtpd, rto, recovery time objective, maximum downtime'],
  ['parent', 'parent, parent capability, part of, belongs to'],
  ['audienceType', 'audience, audience type'],
  ['people', 'people, users, number of people, number of users, customers, headcount'],
  ['annualRevenue', 'revenue, annual revenue, revenue per year, turnover'],
  ['vendor', 'vendor, manufacturer, supplier'],
  ['technologyVersion', 'version, release'],
  ['endOfSupport', 'end of support, end of life, eol, eos, support until'],
  ['provider', 'provider, cloud provider'],
  ['region', 'region'],
  ['area', 'area, hosting area, region, data center'],
  ['classification', 'classification, data classification, sensitivity'],
  ['containsPersonalData', 'personal data, contains personal data, pii'],
  ['contact', 'contact, contacts, on call, support contact, support group, slack channel'],
  ['runbook', 'runbook, run book, runbook url, playbook'],
  ['dashboard', 'dashboard, dashboard url, monitoring, grafana'],
  ['repository', 'repository, repo, repository url, source code, git, github, gitlab'],
  ['chat', 'chat, slack, chat channel, teams channel'],
  ['documentation', 'documentation, docs, documentation url, wiki, confluence'],
  ['link', 'url, link, homepage, website'],
  ['description', 'description, summary, purpose, notes, comment'],
];
const RELATION_NAMES: readonly [role: Role, names: string][] = [
  ['source', 'source, from, consumer, dependent, caller, client'],
  ['target', 'target, to, provider, depends on, dependson, dependency, callee, server'],
  ['dependencyType', 'dependency type, type, relation, relation type'],
  ['mode', 'mode, dependency mode'],
  ['protocol', 'protocol'],
];

/** By name of a sheet or file: what its rows are. */
const SHEETS: Readonly<Record<string, Target>> = {
  ...Object.fromEntries(
    TARGETS.flatMap((target) =>
      [target, `${target}s`, target.replace('-', ' '), `${target.replace('-', ' ')}s`].map((name) => [name, target]),
    ),
  ),
  apps: 'application',
  systems: 'application',
  services: 'component',
  capabilities: 'capability',
  'business capabilities': 'capability',
  processes: 'process',
  'business processes': 'process',
  technologies: 'technology',
  zones: 'hosting-zone',
  audiences: 'segment',
  customers: 'segment',
};

const words = (header: string): string =>
  folded(
    header
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .replace(/[_-]+/g, ' ')
      .replace(/[():?*]/g, ' '),
  );

/** What the columns of a table seem to be, of rows that are `as` if somebody says so; null if none holds a name. */
export function choiceFor({ sheet, header }: Pick<SourceTable, 'sheet' | 'header'>, said?: ColumnChoice['as']): ColumnChoice | null {
  const named = header.map(words);
  const relation = columnsNamed(RELATION_NAMES, named, () => true);
  const has = (role: string): boolean => [...relation.values()].includes(role);
  const areRelations = said === 'dependency' || (said === undefined && has('source') && has('target'));
  if (areRelations) return { as: 'dependency', columns: relation };
  const as = said ?? kindOfRows(words(sheet), named);
  const columns = columnsNamed(NAMES, named, (field) => canBecome(as, field));
  return said !== undefined || [...columns.values()].includes('name') ? { as, columns } : null;
}

/** What a column of such rows can become, in the order in which people look for it. */
export function columnChoices(as: ColumnChoice['as']): readonly string[] {
  const names = as === 'dependency' ? RELATION_NAMES : NAMES;
  return names.map(([field]) => field).filter((field) => canBecome(as, field));
}

/** Rows with an application beside a name are parts of it, whatever the sheet is called. */
function kindOfRows(sheet: string, named: readonly string[]): Target {
  const isNamed = named.includes('name') || named.includes('component');
  if (named.includes('application')) return isNamed ? 'component' : 'application';
  return SHEETS[sheet] ?? 'component';
}

/** Whether a column of rows of this kind can become that. */
function canBecome(as: ColumnChoice['as'], field: string): boolean {
  if (as === 'dependency') return RELATION_NAMES.some(([role]) => role === field);
  if (field === 'dependsOn' || field === 'usedBy') return as === 'component' || as === 'application';
  return field === 'key' || field === 'name' || Object.hasOwn(FIELDS[as], field);
}

/** Each column becomes one thing, and each thing comes from one column: of several, from the one whose name is listed first. */
function columnsNamed(
  names: readonly [string, string][],
  header: readonly string[],
  isWanted: (field: string) => boolean,
): Map<number, string> {
  const columns = new Map<number, string>();
  for (const [field, list] of names) {
    if (!isWanted(field)) continue;
    const place = list
      .split(', ')
      .map((name) => header.findIndex((own, at) => own === name && !columns.has(at)))
      .find((at) => at !== -1);
    if (place !== undefined) columns.set(place, field);
  }
  return columns;
}

/** The mapping of one table of which somebody, or its header, says what the columns are. */
export function mappingOf({ sheet, header }: Pick<SourceTable, 'sheet' | 'header'>, { as, columns }: ColumnChoice): Mapping {
  const byField = new Map([...columns].map(([place, field]) => [field, header[place] ?? '']));
  const of = (field: string): string => byField.get(field) ?? '';
  if (as === 'dependency') return { entities: [], dependencies: [relationOf(sheet, of)] };
  // What has no name cannot be related to anything either.
  if (of('name') === '') return { entities: [], dependencies: [] };
  const fields = Object.fromEntries([...byField].filter(([field]) => Object.hasOwn(FIELDS[as], field)));
  const key = [of('key'), of('technicalName'), of('name')].filter((column) => column !== '');
  const entity = { sheet, as, key, name: of('name'), fields } as EntityMapping;
  const ends = { sheet, source: key };
  const dependencies: RelationMapping[] = [
    ...(of('dependsOn') === '' ? [] : [{ ...ends, target: of('dependsOn'), directions: 'forward' as const }]),
    ...(of('usedBy') === '' ? [] : [{ ...ends, target: of('usedBy'), directions: 'reversed' as const }]),
  ];
  return { entities: [entity], dependencies };
}

function relationOf(sheet: string, of: (field: string) => string): RelationMapping {
  const more = Object.fromEntries(
    (['dependencyType', 'mode', 'protocol'] as const).filter((field) => of(field) !== '').map((field) => [field, of(field)]),
  );
  return { sheet, source: of('source'), target: of('target'), directions: 'forward', ...more };
}

/** The mapping of tables by what their columns are called; tables without a name are in no entry. */
export function genericMapping(tables: readonly SourceTable[]): Mapping {
  const own = tables.flatMap((table) => {
    const choice = choiceFor(table);
    return choice === null ? [] : [mappingOf(table, choice)];
  });
  return { entities: own.flatMap(({ entities }) => entities), dependencies: own.flatMap(({ dependencies }) => dependencies) };
}
