/** Imports Terraform plans and states: from file names to the text of a manifest. Both the command line and the browser call it. */
import { countOf } from '@/plain/counts';
import type { Importer } from '@/sources/importer';
import { grouped } from '@/plain/grouped';
import { importInfrastructure, type InfrastructureResource } from '@/sources/infrastructure/infrastructureImport';
import type { Link } from '@/sources/infrastructure/links';
import { grantsOf, type Statement } from '@/sources/infrastructure/policies';
import { importedAs } from '@/sources/proposal/imported';
import { distinctFiles } from '@/sources/proposal/givenFiles';
import { ReadingBudget } from '@/sources/proposal/importLimits';
import { entriesAt, listAt, parsedJson, textAt, valueAt } from '@/sources/proposal/plainJson';
import type { SourceFiles } from '@/sources/proposal/sourceFiles';
import { sourceName } from '@/sources/proposal/sourceName';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';
import { Identities } from './identities';
import { readPlan, type PlannedResource } from './plan';

const HELP = `
Reads what \`terraform show -json\` prints of a plan or a state. Databases, caches, queues, buckets, functions, services, machines, load balancers
and gateways become components; networks, permissions and alarms are counted. Dependencies come from event sources, integrations, target groups,
variables and permissions, never from the order of creation. Sensitive values and all other attributes are dropped while reading.

Examples:
  terraform plan -out plan.out; terraform show -json plan.out > plan.json; faultline import terraform plan.json
  terraform show -json > state.json; faultline import terraform state.json -o landscape.yaml`;

/** The first fields of what \`terraform show -json\` prints. */
const HEAD = 4_096;

export const TERRAFORM: Importer = {
  kind: 'terraform',
  source: 'a Terraform plan or state',
  help: HELP,
  options: [],
  defaultName: 'the directory',
  recognise: ({ text }) => {
    const head = text.slice(0, HEAD);
    const [, version] = /^\s*\{[^]*?"format_version"\s*:\s*"(\d+\.\d+)"/.exec(head) ?? [];
    return version === undefined || !/"(?:planned_values|values)"\s*:/.test(text)
      ? null
      : `it has format_version ${version} and values, as terraform show -json prints`;
  },
  read: (paths, source, { name, saw, isFound }, report) => {
    const budget = new ReadingBudget();
    const files = distinctFiles(paths, source);
    const all = files.flatMap((file, at) => {
      saw?.(at + 1);
      try {
        return readFile(file, source, budget);
      } catch (error) {
        if (!(error instanceof UnreadableSource) || error.code === 'too_large' || isFound?.(file) !== true) throw error;
        report.notMapped({ file, line: 1, column: 1 }, `cannot be read: ${error.message}`);
        return [];
      }
    });
    const identities = new Identities(all);
    const finder = new ReferenceFinder(all, identities);
    const resources = all.filter(({ isData }) => !isData).map((one) => toResource(one, finder));
    for (const { isData, position } of all) if (isData) report.ignored(position, 'data resources');
    if (resources.length === 0) throw new UnreadableSource(`there is no managed resource in ${paths.join(', ')}`, 'nothing_found');
    const own = sourceName([name], files, source, report, 'terraform');
    const links = all.flatMap((one) => permissionsOf(one, finder, identities));
    const from = countOf(all.length, 'resource');
    return importedAs('terraform', importInfrastructure(resources, links, own, report), report, { from });
  },
};

function readFile(file: string, source: SourceFiles, budget: ReadingBudget): PlannedResource[] {
  const document = parsedJson(source.read(file));
  if (document === undefined)
    throw new UnreadableSource(`${file} is not readable JSON`, 'unreadable_file', { hint: 'import what `terraform show -json` prints' });
  const version = textAt(document, 'format_version') ?? '';
  const read = /^[01]\.\d+$/.test(version) ? readPlan(document, file, budget) : null;
  if (read !== null) return read;
  throw new UnreadableSource(
    `${file} is not a plan or state as \`terraform show -json\` prints it, with a format_version from 0.1 to 1.x`,
    'nothing_found',
    {
      hint: 'terraform show -json plan.out > plan.json',
    },
  );
}

/** Finds the resources that an attribute names: by the configuration of a plan, and by the values of a state. */
class ReferenceFinder {
  private readonly byBase: ReadonlyMap<string, PlannedResource[]>;

  constructor(
    resources: readonly PlannedResource[],
    private readonly identities: Identities,
  ) {
    this.byBase = grouped(resources, baseOf);
  }

  at(resource: PlannedResource, path: string): string[] {
    const expressions = path.split('.').reduce(below, [resource.expressions]);
    const named = expressions.flatMap((one) => this.named(resource, one));
    const valued = resource.texts(path).flatMap((text) => this.identities.in(text));
    return [...new Set([...named.map(({ key }) => key), ...valued])].filter((key) => key !== resource.key);
  }

  /** The resources that an expression of `from` names: of several with one address, those of its own module and index. */
  named(from: PlannedResource, expression: unknown): PlannedResource[] {
    return [...from.configuration.resourcesIn(expression, from.path)].flatMap((base) => {
      const all = this.byBase.get(`${from.position.file} ${base}`) ?? [];
      const near = all.filter(({ module }) => module === from.module);
      const candidates = near.length > 0 ? near : all;
      const same = candidates.filter(({ index }) => index !== undefined && index === from.index);
      return same.length > 0 ? same : candidates;
    });
  }
}

function baseOf({ position, path, isData, type, name }: PlannedResource): string {
  return `${position.file} ${[...path.map((one) => `module.${one}`), ...(isData ? ['data'] : []), type, name].join('.')}`;
}

/** Blocks are lists. */
function below(values: readonly unknown[], key: string): unknown[] {
  return values.flatMap((value) => (Array.isArray(value) ? value : [value])).flatMap((value) => valueAt(value, key) ?? []);
}

const APPLICATION_TAGS = ['Application', 'application', 'Service', 'service', 'app', 'App'];
const OWNER_TAGS = ['Team', 'team', 'Owner', 'owner'];
const DISPLAY_NAMES = [
  'function_name',
  'identifier',
  'cluster_identifier',
  'bucket',
  'replication_group_id',
  'cluster_id',
  'domain_name',
  'name',
];

function toResource(resource: PlannedResource, finder: ReferenceFinder): InfrastructureResource {
  const { key, type, address, name, index, path, position, tags } = resource;
  const tag = (names: readonly string[]): string | undefined =>
    names.map((one) => tags.get(one)).find((value) => value !== undefined && value !== '');
  const short = [...path, name, ...(index === undefined ? [] : [index])].join('-');
  const stated = DISPLAY_NAMES.map((attribute) => resource.text(attribute)).find((text) => text !== undefined && text !== '');
  return {
    key,
    type,
    technicalNames: [short, `${short}-${type.replace(/^[a-z]+_/, '')}`, address],
    name: stated ?? tags.get('Name') ?? short,
    application: tag(APPLICATION_TAGS) ?? path[0] ?? null,
    ownerTeam: tag(OWNER_TAGS),
    zones: zonesOf(resource),
    hasStandby: resource.isTrue('multi_az') || resource.isTrue('multi_az_enabled') || resource.text('availability_type') === 'REGIONAL',
    position,
    references: (at) => finder.at(resource, at),
  };
}

/** Azure numbers the zones of a location. */
function zonesOf(resource: PlannedResource): { zone: string; region: string }[] {
  const location = resource.text('location');
  return [
    ...new Set(['availability_zone', 'availability_zones', 'zone', 'zones'].flatMap((attribute) => resource.texts(attribute))),
  ].flatMap((zone) => {
    if (!/^[\w-]{1,60}$/.test(zone)) return [];
    if (/^\d+$/.test(zone)) return location === undefined ? [] : [{ zone: `${location}-${zone}`, region: location }];
    const region = /^(.+?-\d+)-?[a-z]$/.exec(zone)?.[1] ?? /^(.+)-[a-z]$/.exec(zone)?.[1] ?? zone;
    return [{ zone, region }];
  });
}

/** What a policy allows: by its text where that is known, and by the data resource that it is made of. */
function permissionsOf(resource: PlannedResource, finder: ReferenceFinder, identities: Identities): Link[] {
  const { key, type, position, expressions } = resource;
  if (!['aws_iam_role_policy', 'aws_iam_policy'].includes(type)) return [];
  const written = listOf(valueAt(parsedJson(resource.text('policy') ?? ''), 'Statement')).map((one): Statement => {
    return {
      isAllowed: valueAt(one, 'Effect') === 'Allow',
      actions: listOf(valueAt(one, 'Action')).filter((action) => typeof action === 'string'),
      resources: listOf(valueAt(one, 'Resource')).flatMap((text) => (typeof text === 'string' ? identities.in(text) : [])),
    };
  });
  const documents = finder.named(resource, valueAt(expressions, 'policy')).filter((one) => one.type === 'aws_iam_policy_document');
  const configured = [...documentsOf(resource, documents)].map(({ from, statement }): Statement => {
    return {
      isAllowed: (valueAt(statement, 'effect', 'constant_value') ?? 'Allow') === 'Allow',
      actions: listAt(statement, 'actions', 'constant_value').filter((action) => typeof action === 'string'),
      resources: finder.named(from, valueAt(statement, 'resources')).map((one) => one.key),
    };
  });
  return grantsOf(key, [...written, ...configured], position);
}

/** Statements of the data resources that a policy is made of. A plan that knows them already has no data resource among its values. */
function documentsOf(policy: PlannedResource, known: readonly PlannedResource[]): { from: PlannedResource; statement: unknown }[] {
  const found = known.flatMap((from) => listOf(valueAt(from.expressions, 'statement')).map((statement) => ({ from, statement })));
  if (found.length > 0) return found;
  const named = [...policy.configuration.resourcesIn(valueAt(policy.expressions, 'policy'), policy.path)];
  return named
    .map((base) =>
      base
        .split('.')
        .slice(policy.path.length * 2)
        .join('.'),
    )
    .filter((one) => one.startsWith('data.aws_iam_policy_document.'))
    .flatMap((one) =>
      listOf(valueAt(policy.configuration.expressionsOf(policy.path, one), 'statement')).map((statement) => ({ from: policy, statement })),
    );
}

/** One or several: policies allow both. */
function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined || (entriesAt(value).length === 0 && typeof value !== 'string') ? [] : [value];
}
