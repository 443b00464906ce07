/** The catalog files that are read: those of OpsLevel, Compass, Datadog, Cortex and Port. */
import { freeFieldsIn, helpIn } from '@/sources/proposal/foundLinks';
import { kindOfType } from '@/sources/words/backstageWords';
import { fieldOf, fieldsOf, itemsOf, textOf, type Located } from '@/sources/proposal/locatedYaml';
import { contactIn, linksIn, repositoriesByHost, repositoryAt } from './catalogHelp';
import { words, type CatalogEntry, type CatalogReference, type CatalogTool } from './catalogEntry';

type Kind = Exclude<CatalogEntry['type'], 'application'>;

/** A text that is not empty. */
const text = (root: Located | undefined, ...path: string[]): string | undefined => textOf(fieldOf(root, ...path)) || undefined;
const reference = (located: Located | undefined): CatalogReference[] => {
  const written = textOf(located);
  return located === undefined || written === undefined || written === '' ? [] : [{ text: written, position: located.position }];
};
/** One text, or a list of them. */
const references = (located: Located | undefined): CatalogReference[] =>
  Array.isArray(located?.value) ? itemsOf(located).flatMap(reference) : reference(located);

const SERVICE: Kind = { kind: 'WebAPI' };
const kindOf = (type: string | undefined, otherwise: Kind): Kind => (type === undefined ? otherwise : (kindOfType(type) ?? otherwise));

const OPSLEVEL: CatalogTool = {
  name: 'OpsLevel',
  recognise: (file) =>
    /^version:\s*["']?1/m.test(file) &&
    /^service:\s*$/m.test(file) &&
    /^\s+(?:tier|lifecycle|owner|product|dependencies|aliases):/m.test(file)
      ? 'it has the version and the service of opslevel.yml'
      : null,
  isOne: (root) => fieldOf(root, 'version') !== undefined && fieldOf(root, 'service', 'name') !== undefined,
  inside: (root) => fieldOf(root, 'service'),
  fields: words('name description owner lifecycle tier system aliases dependencies tools repositories'),
  known: words('product language framework tags properties note'),
  read: (root) => {
    const service = fieldOf(root, 'service');
    const name = text(service, 'name') ?? 'unnamed';
    const alias = name.toLowerCase().replace(/[^a-z0-9]+/g, '_');
    return {
      tool: 'OpsLevel',
      keys: [alias, ...references(fieldOf(service, 'aliases')).map((one) => one.text.toLowerCase())],
      name,
      title: name,
      description: text(service, 'description'),
      type: SERVICE,
      owner: text(service, 'owner'),
      tier: text(service, 'tier'),
      lifecycle: text(service, 'lifecycle'),
      application: reference(fieldOf(service, 'system'))[0],
      dependsOn: itemsOf(fieldOf(service, 'dependencies')).flatMap((item) =>
        [...reference(fieldOf(item, 'alias')), ...reference(item)].map((one) => ({
          ...one,
          isPubSub: /\bpub\W?\/?\W?sub\b/i.test(text(item, 'notes') ?? ''),
        })),
      ),
      links: [
        ...itemsOf(fieldOf(service, 'repositories')).flatMap((item) =>
          repositoryAt(text(item, 'provider') ?? 'github', fieldOf(item, 'name')),
        ),
        ...linksIn(fieldOf(service, 'tools')),
      ],
      others: [],
      position: root.position,
    };
  },
};

const COMPASS_TYPES: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['SERVICE', SERVICE],
  ['APPLICATION', { kind: 'WebApp' }],
  ['WEBSITE', { kind: 'WebApp' }],
  ['UI_ELEMENT', { kind: 'WebApp' }],
  ['DATA_PIPELINE', { kind: 'Integration' }],
  ['CLOUD_RESOURCE', { kind: 'Infrastructure', runtime: 'Managed' }],
  ['LIBRARY', { kind: 'Other', isBuildTime: true }],
  ['TEMPLATE', { kind: 'Other', isBuildTime: true }],
]);

const COMPASS: CatalogTool = {
  name: 'Compass',
  recognise: (file) => (/^configVersion:\s*\d/m.test(file) ? 'it has the configVersion of compass.yml' : null),
  isOne: (root) => fieldOf(root, 'configVersion') !== undefined && fieldOf(root, 'name') !== undefined,
  fields: words('name id description configVersion typeId fields relationships links'),
  known: words('labels customFields ownerId slug'),
  nested: new Map([['fields', words('tier lifecycle')]]),
  read: (root) => {
    const name = text(root, 'name') ?? 'unnamed';
    const relationships = fieldsOf(fieldOf(root, 'relationships'));
    return {
      tool: 'Compass',
      keys: [(text(root, 'id') ?? name).toLowerCase(), name.toLowerCase()],
      name,
      title: name,
      description: text(root, 'description'),
      type: COMPASS_TYPES.get(text(root, 'typeId') ?? '') ?? { kind: 'Other' },
      tier: text(root, 'fields', 'tier'),
      lifecycle: text(root, 'fields', 'lifecycle'),
      dependsOn: relationships.filter(([type]) => type === 'DEPENDS_ON').flatMap(([, list]) => references(list)),
      links: linksIn(fieldOf(root, 'links')),
      others: relationships
        .filter(([type]) => type !== 'DEPENDS_ON')
        .flatMap(([, list]) => references(list).map((one) => ({ reference: one, why: 'only DEPENDS_ON is a dependency' }))),
      position: root.position,
    };
  },
};

const DATADOG_TYPES: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['web', SERVICE],
  ['db', { kind: 'Database' }],
  ['cache', { kind: 'Cache' }],
  ['function', { kind: 'WebAPI', runtime: 'Serverless' }],
  ['browser', { kind: 'WebApp' }],
  ['mobile', { kind: 'MobileApp' }],
]);
const DATADOG_KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['service', SERVICE],
  ['datastore', { kind: 'Database' }],
  ['queue', { kind: 'Queue' }],
  ['frontend', { kind: 'WebApp' }],
  ['api', SERVICE],
]);

const DATADOG_2: CatalogTool = {
  name: 'Datadog',
  recognise: (file) => (/^["']?dd-service["']?:/m.test(file) ? 'it has a dd-service' : null),
  isOne: (root) => text(root, 'dd-service') !== undefined,
  fields: words('schema-version dd-service team application tier type lifecycle description links repos docs contacts'),
  known: words('languages tags integrations extensions ci-pipeline-fingerprints'),
  read: (root) => {
    const name = text(root, 'dd-service') ?? 'unnamed';
    const type = text(root, 'type');
    return {
      tool: 'Datadog',
      keys: [`service:${name}`.toLowerCase()],
      name,
      description: text(root, 'description'),
      type: DATADOG_TYPES.get(type ?? '') ?? kindOf(type, SERVICE),
      owner: text(root, 'team'),
      tier: text(root, 'tier'),
      lifecycle: text(root, 'lifecycle'),
      application: reference(fieldOf(root, 'application'))[0],
      dependsOn: [],
      links: [
        ...linksIn(fieldOf(root, 'links')),
        ...linksIn(fieldOf(root, 'repos'), 'Repository'),
        ...linksIn(fieldOf(root, 'docs'), 'Documentation'),
      ],
      contact: contactIn(fieldOf(root, 'contacts'), 'contact'),
      others: [],
      position: root.position,
    };
  },
};

const DATADOG_3: CatalogTool = {
  name: 'Datadog',
  recognise: (file) =>
    /^apiVersion:\s*["']?v3/m.test(file) && /^kind:\s*["']?(?:service|datastore|queue|system|frontend|api)\b/m.test(file)
      ? 'it has apiVersion v3 and a kind of Datadog'
      : null,
  isOne: (root) => /^v3/.test(text(root, 'apiVersion') ?? '') && text(root, 'metadata', 'name') !== undefined,
  fields: words('apiVersion kind metadata spec'),
  known: words('integrations extensions datadog'),
  nested: new Map([
    ['metadata', words('name displayName description owner links contacts')],
    ['spec', words('tier type lifecycle dependsOn componentOf components')],
  ]),
  read: (root) => {
    const kind = (text(root, 'kind') ?? '').toLowerCase();
    const name = text(root, 'metadata', 'name') ?? 'unnamed';
    const type = text(root, 'spec', 'type');
    const ofKind = DATADOG_KINDS.get(kind) ?? { kind: 'Other' };
    return {
      tool: 'Datadog',
      keys: [`${kind}:${name}`.toLowerCase()],
      name,
      title: text(root, 'metadata', 'displayName'),
      description: text(root, 'metadata', 'description'),
      type:
        kind === 'system' ? 'application' : kind === 'service' || kind === 'datastore' || kind === 'queue' ? kindOf(type, ofKind) : ofKind,
      owner: text(root, 'metadata', 'owner'),
      tier: text(root, 'spec', 'tier'),
      lifecycle: text(root, 'spec', 'lifecycle'),
      application: references(fieldOf(root, 'spec', 'componentOf'))[0],
      parts: references(fieldOf(root, 'spec', 'components')),
      dependsOn: references(fieldOf(root, 'spec', 'dependsOn')),
      links: linksIn(fieldOf(root, 'metadata', 'links')),
      contact: contactIn(fieldOf(root, 'metadata', 'contacts'), 'contact'),
      others: [],
      position: root.position,
    };
  },
};

/** `tier:1` among the groups of an entity. */
const groupOf = (info: Located | undefined, name: string): CatalogReference | undefined =>
  references(fieldOf(info, 'x-cortex-groups'))
    .filter((one) => one.text.toLowerCase().startsWith(`${name}:`))
    .map((one) => ({ ...one, text: one.text.slice(name.length + 1).trim() }))[0];

const CORTEX: CatalogTool = {
  name: 'Cortex',
  recognise: (file) => (/^\s*["']?x-cortex-tag["']?:/m.test(file) ? 'it has an x-cortex-tag' : null),
  isOne: (root) => text(root, 'info', 'x-cortex-tag') !== undefined,
  inside: (root) => fieldOf(root, 'info'),
  fields: words(
    'title description x-cortex-tag x-cortex-type x-cortex-groups x-cortex-owners x-cortex-dependency x-cortex-dependencies x-cortex-relationships x-cortex-link x-cortex-slack x-cortex-git version',
  ),
  known: words(
    'x-cortex-custom-metadata x-cortex-oncall x-cortex-alerts x-cortex-slos x-cortex-apm x-cortex-parents x-cortex-children x-cortex-k8s',
  ),
  read: (root) => {
    const info = fieldOf(root, 'info');
    const tag = text(info, 'x-cortex-tag') ?? 'unnamed';
    const type = text(info, 'x-cortex-type');
    const owners = itemsOf(fieldOf(info, 'x-cortex-owners'));
    const relationships = itemsOf(fieldOf(info, 'x-cortex-relationships')).flatMap((one) =>
      itemsOf(fieldOf(one, 'destinations')).flatMap((destination) =>
        reference(fieldOf(destination, 'tag')).map((found) => ({ type: text(one, 'type') ?? '', reference: found })),
      ),
    );
    const isDependency = ({ type: word }: { type: string }): boolean => /^depends?[-_ ]?on$/i.test(word);
    return {
      tool: 'Cortex',
      keys: [tag.toLowerCase()],
      name: tag,
      title: text(info, 'title'),
      description: text(info, 'description'),
      type: kindOf(type, SERVICE),
      owner: owners.map((owner) => text(owner, 'name')).find((name) => name !== undefined),
      tier: groupOf(info, 'tier')?.text,
      lifecycle: groupOf(info, 'lifecycle')?.text,
      application: groupOf(info, 'system') ?? groupOf(info, 'application'),
      dependsOn: [
        ...['x-cortex-dependency', 'x-cortex-dependencies'].flatMap((field) => cortexDependencies(fieldOf(info, field))),
        ...relationships.filter(isDependency).map((one) => one.reference),
      ],
      links: [...linksIn(fieldOf(info, 'x-cortex-link')), ...repositoriesByHost(fieldOf(info, 'x-cortex-git'))],
      contact: contactIn(fieldOf(info, 'x-cortex-slack', 'channels'), 'name'),
      others: relationships
        .filter((one) => !isDependency(one))
        .map((one) => ({ reference: one.reference, why: 'relationship types are your own, and only depends-on is known here' })),
      position: root.position,
    };
  },
};

/** `{cortex: [{tag}]}`, or a list of `{service}` or `{tag}`. */
function cortexDependencies(located: Located | undefined): CatalogReference[] {
  const list = Array.isArray(located?.value) ? located : fieldOf(located, 'cortex');
  return itemsOf(list).flatMap((item) => {
    const named = ['tag', 'service'].map((field) => fieldOf(item, field)).find((field) => field !== undefined);
    return reference(named ?? item);
  });
}

const PORT_APPLICATION = /^(?:system|application|product|domain|team_?application)$/i;
const PORT_GROUPS = /^(?:system|application|app|product|part_?of)$/i;

const PORT: CatalogTool = {
  name: 'Port',
  recognise: (file) =>
    /^[\s-]*["']?blueprint["']?:/m.test(file) && /["']?identifier["']?:/.test(file) ? 'it has an identifier and a blueprint' : null,
  isOne: (root) => text(root, 'identifier') !== undefined && text(root, 'blueprint') !== undefined,
  fields: words('identifier title blueprint properties relations team description'),
  known: words('icon scorecards createdAt updatedAt createdBy updatedBy'),
  nested: new Map([['properties', words('tier lifecycle description')]]),
  isHelp: (field) => {
    const { rest } = helpIn([field]);
    return rest.length === 0;
  },
  read: (root, { portRelations }) => {
    const name = text(root, 'identifier') ?? 'unnamed';
    const blueprint = text(root, 'blueprint') ?? '';
    const relations = fieldsOf(fieldOf(root, 'relations'));
    const { links, contact } = helpIn(freeFieldsIn(fieldOf(root, 'properties')));
    const of = (isWanted: (relation: string) => boolean): CatalogReference[] =>
      relations.filter(([relation]) => isWanted(relation)).flatMap(([, located]) => references(located));
    return {
      tool: 'Port',
      keys: [name.toLowerCase()],
      name,
      title: text(root, 'title'),
      description: text(root, 'properties', 'description'),
      type: PORT_APPLICATION.test(blueprint) ? 'application' : kindOf(blueprint, { kind: 'Other' }),
      owner: references(fieldOf(root, 'team'))[0]?.text,
      tier: text(root, 'properties', 'tier'),
      lifecycle: text(root, 'properties', 'lifecycle'),
      application: of((relation) => PORT_GROUPS.test(relation) && !portRelations.has(relation))[0],
      dependsOn: of((relation) => portRelations.has(relation)),
      ...{ links, contact },
      others: of((relation) => !portRelations.has(relation) && !PORT_GROUPS.test(relation)).map((one) => ({
        reference: one,
        why: 'blueprints are your own: name the relations that are dependencies with --port-relation',
      })),
      position: root.position,
    };
  },
};

export const CATALOG_TOOLS: readonly CatalogTool[] = [OPSLEVEL, COMPASS, DATADOG_2, DATADOG_3, CORTEX, PORT];
