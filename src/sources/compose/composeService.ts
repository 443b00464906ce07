/** One service of a compose file: the fields that say what it is and what it needs, and how a later file adds to an earlier one. */
import { ReadingBudget } from '@/sources/proposal/importLimits';
import type { ImportReport } from '@/sources/proposal/importReport';
import { interpolate, readEnvFile } from './interpolation';
import type { FileContexts } from './fileContexts';
import { fieldOf, fieldsOf, itemsOf, textOf, type Located, type LocatedField, type Position } from '@/sources/proposal/locatedYaml';
import type { MountedFile, MountReader } from './mountedFiles';
import type { SourceFiles } from '@/sources/proposal/sourceFiles';

export type Condition = 'service_started' | 'service_healthy' | 'service_completed_successfully';
const CONDITIONS: readonly string[] = ['service_started', 'service_healthy', 'service_completed_successfully'];

export interface Need {
  condition: Condition;
  required: boolean;
  position: Position;
}

export interface Use {
  target: string;
  position: Position;
}

/** A text that the container is given, and its position. */
export interface ContainerText {
  text: string;
  position: Position;
}

export interface ComposeService {
  name: string;
  position: Position;
  image: ContainerText | null;
  isBuilt: boolean;
  /** Other services can connect to it. */
  hasPorts: boolean;
  /** The ports on which its container listens, as far as they are numbers. */
  ports: number[];
  dependsOn: Map<string, Need>;
  /** The uses stated by `links`, an older way to say that one service uses another. */
  links: Use[];
  /** `links: ["db:database"]`: a name that only this service uses for another one. */
  linkNames: Map<string, string>;
  /** Further names by which other services can reach it. */
  hostNames: string[];
  /** By variable name. */
  environment: Map<string, ContainerText>;
  command: ContainerText[];
  entrypoint: ContainerText[];
  /** By label name. */
  labels: Map<string, ContainerText>;
  /** Configuration files mounted into the container. */
  files: MountedFile[];
  networkOf: Use | null;
  volumesFrom: Use[];
  profiles: { names: string[]; position: Position } | null;
  /** How many of it run, if that is stated: 0 switches it off. */
  replicas: { count: string; position: Position } | null;
  /** The variables of `env_file`, which those of `environment` override. */
  fileVariables: Map<string, ContainerText>;
  /** The variables of `environment`. */
  ownVariables: Map<string, ContainerText>;
}

/** The fields that this importer reads. */
const READ = new Set([
  'image',
  'build',
  'depends_on',
  'links',
  'external_links',
  'network_mode',
  'volumes_from',
  'profiles',
  'extends',
  'container_name',
  'hostname',
  'ports',
  'expose',
  'environment',
  'env_file',
  'command',
  'entrypoint',
  'scale',
]);

const NOTHING: Omit<ComposeService, 'name' | 'position'> = {
  image: null,
  isBuilt: false,
  hasPorts: false,
  ports: [],
  dependsOn: new Map(),
  links: [],
  linkNames: new Map(),
  hostNames: [],
  environment: new Map(),
  command: [],
  entrypoint: [],
  labels: new Map(),
  files: [],
  networkOf: null,
  volumesFrom: [],
  profiles: null,
  replicas: null,
  fileVariables: new Map(),
  ownVariables: new Map(),
};

/** What a later file takes away with `!reset`, or replaces with `!override`, by field. */
const WITHOUT: Readonly<Record<string, Partial<ComposeService>>> = {
  image: { image: null },
  build: { isBuilt: false },
  depends_on: { dependsOn: new Map() },
  links: { links: [], linkNames: new Map() },
  network_mode: { networkOf: null },
  volumes_from: { volumesFrom: [] },
  profiles: { profiles: null },
  container_name: { hostNames: [] },
  hostname: { hostNames: [] },
  networks: { hostNames: [] },
  ports: { hasPorts: false, ports: [] },
  expose: { hasPorts: false, ports: [] },
  environment: { ownVariables: new Map() },
  env_file: { fileVariables: new Map() },
  command: { command: [] },
  entrypoint: { entrypoint: [] },
  labels: { labels: new Map() },
  volumes: { files: [] },
  configs: { files: [] },
  deploy: { replicas: null },
  scale: { replicas: null },
};

export class ServiceReader {
  private readonly budget = new ReadingBudget();
  private readonly envFiles = new Map<string, [string, ContainerText][]>();

  constructor(
    private readonly source: SourceFiles,
    private readonly contexts: FileContexts,
    private readonly mounts: MountReader,
    private readonly report: ImportReport,
  ) {}

  /** Applies `stated` to `base`: single values are replaced, maps and lists grow, unless a tag says otherwise. */
  read(name: string, stated: LocatedField, base: ComposeService | null): ComposeService {
    const tagged = fieldsOf(stated).filter(([, { tag }]) => tag === '!reset' || tag === '!override');
    const own = withoutResets(stated);
    this.tellRest(name, own);
    const known = base ?? { ...NOTHING, name, position: own.keyPosition };
    const before: ComposeService = Object.assign({}, known, ...tagged.map(([field]) => WITHOUT[field] ?? {}));
    const states = (field: string): boolean => fieldOf(own, field) !== undefined;
    return {
      name,
      position: own.keyPosition,
      image: this.imageIn(own) ?? before.image,
      isBuilt: states('build') || before.isBuilt,
      hasPorts: states('ports') || states('expose') || before.hasPorts,
      ports: [...before.ports, ...this.portsIn(own)],
      dependsOn: this.merged(before.dependsOn, fieldOf(own, 'depends_on'), name),
      links: this.added(before.links, fieldOf(own, 'links'), (text) => text.split(':')[0] ?? text),
      linkNames: new Map([...before.linkNames, ...this.linkNamesIn(own)]),
      hostNames: [...new Set([...before.hostNames, ...this.hostNamesIn(own)])],
      ...this.variablesIn(own, before),
      command: this.wordsIn(fieldOf(own, 'command')) ?? before.command,
      entrypoint: this.wordsIn(fieldOf(own, 'entrypoint')) ?? before.entrypoint,
      labels: this.labelsIn(own, before),
      files: [...before.files, ...this.mounts.filesOf(own)],
      networkOf: states('network_mode') ? this.networkIn(own) : before.networkOf,
      volumesFrom: this.added(before.volumesFrom, fieldOf(own, 'volumes_from'), (text) =>
        text.startsWith('container:') ? '' : (text.split(':')[0] ?? text),
      ),
      profiles: this.profilesIn(own, before),
      replicas: this.replicasIn(own) ?? before.replicas,
    };
  }

  private items(located: Located | undefined): Located[] {
    const items = itemsOf(located);
    this.budget.take(items.length);
    return items;
  }

  private fields(located: Located | undefined): [string, LocatedField][] {
    const fields = fieldsOf(located);
    this.budget.take(fields.length);
    return fields;
  }

  /** Reports the fields that have no equivalent in a component. */
  private tellRest(name: string, own: LocatedField): void {
    for (const [field, { keyPosition }] of this.fields(own))
      if (!READ.has(field) && !field.startsWith('x-')) this.report.ignored(keyPosition, field);
    for (const link of this.items(fieldOf(own, 'external_links')))
      this.report.notMapped(link.position, `${name} links to ${textOf(link) ?? 'something'}, which is outside this project`);
  }

  private imageIn(own: LocatedField): ComposeService['image'] {
    const field = fieldOf(own, 'image');
    const text = this.contexts.textOf(field);
    return field === undefined || text === undefined ? null : { text, position: field.position };
  }

  private hostNamesIn(own: LocatedField): string[] {
    const aliases = this.fields(fieldOf(own, 'networks')).flatMap(([, network]) => this.items(fieldOf(network, 'aliases')));
    return [fieldOf(own, 'container_name'), fieldOf(own, 'hostname'), ...aliases].flatMap((located) => this.contexts.textOf(located) ?? []);
  }

  private linkNamesIn(own: LocatedField): [string, string][] {
    return this.items(fieldOf(own, 'links')).flatMap((item): [string, string][] => {
      const [target, name] = (this.contexts.textOf(item) ?? '').split(':');
      return target === undefined || name === undefined ? [] : [[name.toLowerCase(), target]];
    });
  }

  /** `8080:80/tcp`, `80` or the long form: returns the port inside the container. */
  private portsIn(own: LocatedField): number[] {
    return [...this.items(fieldOf(own, 'ports')), ...this.items(fieldOf(own, 'expose'))].flatMap((item) => {
      const text = this.contexts.textOf(fieldOf(item, 'target')) ?? this.contexts.textOf(item) ?? '';
      const [, port] = /(?:^|:)(\d{1,5})(?:-\d+)?(?:\/\w+)?$/.exec(text) ?? [];
      return port === undefined ? [] : [Number(port)];
    });
  }

  /** As in compose, `environment` overrides `env_file`, and later files override earlier ones. */
  private variablesIn(own: LocatedField, before: ComposeService): Pick<ComposeService, 'environment' | 'fileVariables' | 'ownVariables'> {
    const field = fieldOf(own, 'environment');
    const fileVariables = new Map([...before.fileVariables, ...this.envFilesOf(own)]);
    const ownVariables = new Map(before.ownVariables);
    const outer = (name: string, { file }: Position): string => this.contexts.variablesOf(file).get(name) ?? '';
    for (const item of this.items(field)) {
      const [, name = '', value] = /^([^=]*)(?:=([^]*))?$/.exec(this.contexts.textOf(item) ?? '') ?? [];
      if (name !== '') ownVariables.set(name, { text: value ?? outer(name, item.position), position: item.position });
    }
    for (const [name, located] of this.fields(field))
      ownVariables.set(name, { text: this.contexts.textOf(located) ?? outer(name, located.position), position: located.position });
    return { environment: new Map([...fileVariables, ...ownVariables]), fileVariables, ownVariables };
  }

  private replicasIn(own: LocatedField): ComposeService['replicas'] {
    const field = fieldOf(fieldOf(own, 'deploy'), 'replicas') ?? fieldOf(own, 'scale');
    const count = this.contexts.textOf(field);
    return field === undefined || count === undefined ? null : { count, position: field.position };
  }

  private labelsIn(own: LocatedField, before: Pick<ComposeService, 'labels'>): Map<string, ContainerText> {
    const labels = new Map(before.labels);
    for (const field of [fieldOf(fieldOf(own, 'deploy'), 'labels'), fieldOf(own, 'labels')]) {
      for (const item of this.items(field)) {
        const [, name = '', value = ''] = /^([^=]*)(?:=([^]*))?$/.exec(this.contexts.textOf(item) ?? '') ?? [];
        if (name !== '') labels.set(name, { text: value, position: item.position });
      }
      for (const [name, located] of this.fields(field))
        labels.set(name, { text: this.contexts.textOf(located) ?? '', position: located.position });
    }
    return labels;
  }

  private envFilesOf(own: LocatedField): [string, ContainerText][] {
    const field = fieldOf(own, 'env_file');
    if (field === undefined) return [];
    return (Array.isArray(field.value) ? this.items(field) : [field]).flatMap((item) => {
      const text = this.contexts.textOf(fieldOf(item, 'path')) ?? this.contexts.textOf(item);
      if (text === undefined || text === '') return [];
      const file = this.source.join(this.contexts.directoryOf(item.position.file), text);
      if (this.source.kind(file) !== 'file') {
        this.report.notMapped(item.position, `the env_file ${text} is not on this machine, so its variables are unknown`);
        return [];
      }
      const values = this.envFiles.get(file) ?? this.valuesIn(file);
      this.envFiles.set(file, values);
      this.budget.take(values.length);
      return values;
    });
  }

  private valuesIn(file: string): [string, ContainerText][] {
    const lines = new Map<string, number>();
    const values = readEnvFile(this.source.read(file), (name, line) => lines.set(name, line));
    return [...values].map(([name, text]) => [name, { text, position: { file, line: lines.get(name) ?? 1, column: 1 } }]);
  }

  private wordsIn(field: LocatedField | undefined): ContainerText[] | undefined {
    if (field === undefined) return undefined;
    const items = Array.isArray(field.value) ? this.items(field) : [field];
    return items.flatMap((item) => {
      const text = this.contexts.textOf(item);
      return text === undefined ? [] : [{ text, position: item.position }];
    });
  }

  /** `network_mode: service:other` runs a service in the network of another. */
  private networkIn(own: LocatedField): Use | null {
    const field = fieldOf(own, 'network_mode');
    const mode = this.contexts.textOf(field) ?? '';
    return field === undefined || !mode.startsWith('service:') ? null : { target: mode.slice('service:'.length), position: field.position };
  }

  private profilesIn(own: LocatedField, base: ComposeService): ComposeService['profiles'] {
    const field = fieldOf(own, 'profiles');
    const names = this.items(field).flatMap((item) => this.contexts.textOf(item) ?? []);
    if (field === undefined || names.length === 0) return base.profiles;
    return { names: [...new Set([...(base.profiles?.names ?? []), ...names])], position: field.keyPosition };
  }

  private added(base: readonly Use[], field: LocatedField | undefined, targetIn: (text: string) => string): Use[] {
    if (field === undefined) return [...base];
    const uses = this.items(field).map((item) => ({ target: targetIn(this.contexts.textOf(item) ?? ''), position: item.position }));
    return [...base, ...uses.filter(({ target }) => target !== '')];
  }

  /** The short form, a list, equals the long form with defaults. */
  private merged(base: ReadonlyMap<string, Need>, field: LocatedField | undefined, name: string): Map<string, Need> {
    const needs = new Map(base);
    if (field === undefined) return needs;
    for (const item of this.items(field)) {
      const target = this.contexts.textOf(item);
      if (target !== undefined) needs.set(target, { condition: 'service_started', required: true, position: item.position });
    }
    for (const [target, located] of this.fields(field)) {
      const stated = this.contexts.textOf(fieldOf(located, 'condition')) ?? 'service_started';
      const condition = CONDITIONS.includes(stated) ? (stated as Condition) : 'service_started';
      if (condition !== stated)
        this.report.decided(
          fieldOf(located, 'condition')?.position,
          `${name} needs ${target} as ${stated}, which is not a compose condition; it was read as service_started`,
        );
      needs.set(interpolate(target, this.contexts.variablesOf(field.position.file)), {
        condition,
        required: fieldOf(located, 'required')?.value !== false,
        position: located.keyPosition,
      });
    }
    return needs;
  }
}

/** The service as if the fields that it resets were not stated. */
function withoutResets(stated: LocatedField): LocatedField {
  return stated.value instanceof Map ? { ...stated, value: new Map([...stated.value].filter(([, { tag }]) => tag !== '!reset')) } : stated;
}
