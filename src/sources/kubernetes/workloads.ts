/** What runs: pods by whatever starts them, with everything that their containers are given. */
import { ReadingBudget } from '@/sources/proposal/importLimits';
import { fieldOf, fieldsOf, itemsOf, textOf, type Located, type Position } from '@/sources/proposal/locatedYaml';
import { hostsInLine } from '@/sources/words/hostNames';
import { textsOf, type Resource } from './resources';

export interface GivenText {
  /** The variable, the file, or `its command`. */
  evidence: string;
  text: string;
  position: Position;
  form: 'variable' | 'command' | 'file';
  /** A container that starts first and waits. */
  isWait: boolean;
}

export interface Workload {
  resource: Resource;
  name: string;
  namespace: string;
  podLabels: ReadonlyMap<string, string>;
  /** The image of the container that does the work, '' if there is none. */
  image: string;
  ports: readonly number[];
  sidecars: readonly Position[];
  given: readonly GivenText[];
  /** Names of Secrets that it refers to. Their values are never read. */
  secrets: ReadonlyMap<string, Position>;
  /** Null if it is not stated or has no meaning. */
  replicas: number | null;
  isDaemon: boolean;
  isJob: boolean;
  /** Zones by node selector or affinity. */
  zones: readonly string[];
  /** Its replicas are spread over zones. */
  isSpread: boolean;
}

type Form = { template: readonly string[]; isJob?: true; isDaemon?: true; hasReplicas?: true };
const TEMPLATE = ['spec', 'template'];
/** By group and kind, where the template of the pods is. */
const FORMS: ReadonlyMap<string, Form> = new Map([
  ['apps Deployment', { template: TEMPLATE, hasReplicas: true }],
  ['apps StatefulSet', { template: TEMPLATE, hasReplicas: true }],
  ['apps ReplicaSet', { template: TEMPLATE, hasReplicas: true }],
  ['extensions Deployment', { template: TEMPLATE, hasReplicas: true }],
  ['apps DaemonSet', { template: TEMPLATE, isDaemon: true }],
  ['extensions DaemonSet', { template: TEMPLATE, isDaemon: true }],
  ['argoproj.io Rollout', { template: TEMPLATE, hasReplicas: true }],
  ['apps.openshift.io DeploymentConfig', { template: TEMPLATE, hasReplicas: true }],
  [' ReplicationController', { template: TEMPLATE, hasReplicas: true }],
  ['serving.knative.dev Service', { template: TEMPLATE }],
  ['batch CronJob', { template: ['spec', 'jobTemplate', 'spec', 'template'], isJob: true }],
  ['batch Job', { template: TEMPLATE, isJob: true }],
  [' Pod', { template: [] }],
]);

const WAITS =
  /\bwait[-_ ]?for\b|\buntil\b[^\n]{0,200}\bdo\b|\bwhile\s+!|\bnc\s+(?:-\S+\s+){0,4}-\w*z|\bpg_isready\b|\bdockerize\b[^\n]{0,200}-wait\b|k8s-wait-for/;
/** Files that are no configuration. */
const NO_CONFIGURATION = /\.(?:sql|sh|bash|py|js|ts|lua|rb|crt|pem|key|csv|html|css|md|svg)$/i;
const LONGEST_FILE = 256 * 1_024;
/** Variables can double each other. */
const LONGEST_VALUE = 65_536;
const ZONE = 'topology.kubernetes.io/zone';

export function formOf({ group, kind }: Resource): Form | undefined {
  return FORMS.get(`${group} ${kind}`);
}

/** Reads workloads, given the ConfigMaps that they may use. */
export class WorkloadReader {
  private readonly budget = new ReadingBudget();
  private readonly linesByMap = new Map<string, readonly GivenText[]>();
  private readonly configMaps: ReadonlyMap<string, Resource>;

  constructor(configMaps: readonly Resource[]) {
    this.configMaps = new Map(configMaps.map((one) => [`${one.namespace} ${one.name}`, one]));
  }

  /** Null for one without pods, such as a Rollout that takes those of a Deployment. */
  read(resource: Resource): Workload | null {
    const form = formOf(resource);
    const template = form === undefined ? undefined : form.template.length === 0 ? resource.root : fieldOf(resource.root, ...form.template);
    const spec = fieldOf(template, 'spec');
    if (form === undefined || spec === undefined) return null;
    const containers = itemsOf(fieldOf(spec, 'containers'));
    const starters = itemsOf(fieldOf(spec, 'initContainers'));
    this.budget.take(containers.length + starters.length + 1);
    const main = containers.find((one) => textOf(fieldOf(one, 'name')) === resource.name) ?? containers[0];
    const reading = new ContainerReading(resource, this.configMaps, this.budget, this.linesByMap);
    for (const container of starters)
      reading.read(container, isWait(container), `the init container ${textOf(fieldOf(container, 'name')) ?? ''}`.trimEnd());
    for (const container of containers) reading.read(container, false, 'its command');
    reading.readVolumes(spec);
    const podLabels = textsOf(fieldOf(template, 'metadata', 'labels'));
    return {
      resource,
      name: resource.name,
      namespace: resource.namespace,
      podLabels: podLabels.size > 0 ? podLabels : resource.labels,
      image: textOf(fieldOf(main, 'image')) ?? '',
      ports: containers.flatMap((one) => itemsOf(fieldOf(one, 'ports')).map((port) => Number(textOf(fieldOf(port, 'containerPort'))))),
      sidecars: containers.filter((one) => one !== main).map(({ position }) => position),
      given: reading.given,
      secrets: reading.secrets,
      replicas: form.hasReplicas === true ? numberOf(fieldOf(resource.root, 'spec', 'replicas'), 1) : null,
      isDaemon: form.isDaemon === true,
      isJob: form.isJob === true,
      zones: zonesOf(spec),
      isSpread: itemsOf(fieldOf(spec, 'topologySpreadConstraints')).some((one) => textOf(fieldOf(one, 'topologyKey')) === ZONE),
    };
  }
}

/** What the containers of one workload are given. */
class ContainerReading {
  readonly given: GivenText[] = [];
  readonly secrets = new Map<string, Position>();

  constructor(
    private readonly resource: Resource,
    private readonly configMaps: ReadonlyMap<string, Resource>,
    private readonly budget: ReadingBudget,
    /** The lines of ConfigMaps that were read before: many workloads may mount one. */
    private readonly linesByMap: Map<string, readonly GivenText[]>,
  ) {}

  read(container: Located, isWaiting: boolean, command: string): void {
    const variables = new Map<string, string>();
    const give = (evidence: string, text: string, position: Position): void => {
      // A variable may use those before it: $(NAME).
      const expanded = text.includes('$(') ? expand(text, variables) : text;
      variables.set(evidence, expanded);
      this.given.push({ evidence, text: expanded, position, form: 'variable', isWait: isWaiting });
    };
    for (const from of itemsOf(fieldOf(container, 'envFrom'))) this.readAll(from, give);
    for (const variable of itemsOf(fieldOf(container, 'env'))) {
      this.budget.take(1);
      const name = textOf(fieldOf(variable, 'name'));
      const value = fieldOf(variable, 'value');
      const text = textOf(value);
      if (name === undefined) continue;
      if (value !== undefined && text !== undefined) give(name, text, value.position);
      else this.readReference(name, fieldOf(variable, 'valueFrom'), give);
    }
    const words = [...itemsOf(fieldOf(container, 'command')), ...itemsOf(fieldOf(container, 'args'))];
    const [first] = words;
    this.budget.take(words.length);
    if (first === undefined) return;
    const text = words
      .map((word) => textOf(word) ?? '')
      .join(' ')
      .replace(/\$[({]([\w.-]{1,200})[)}]/g, (whole, name: string) => variables.get(name) ?? whole);
    this.given.push({ evidence: command, text, position: first.position, form: 'command', isWait: isWaiting });
  }

  readVolumes(spec: Located): void {
    for (const volume of itemsOf(fieldOf(spec, 'volumes'))) {
      const parts = [volume, ...itemsOf(fieldOf(volume, 'projected', 'sources'))];
      for (const part of parts) {
        const secret = fieldOf(part, 'secret');
        const name = textOf(fieldOf(secret, 'secretName')) ?? textOf(fieldOf(secret, 'name'));
        if (secret !== undefined && name !== undefined) this.secrets.set(name, secret.position);
        this.readFiles(textOf(fieldOf(part, 'configMap', 'name')));
      }
    }
  }

  private readAll(from: Located, give: (name: string, text: string, position: Position) => void): void {
    const prefix = textOf(fieldOf(from, 'prefix')) ?? '';
    const secret = fieldOf(from, 'secretRef', 'name');
    if (secret !== undefined) this.secrets.set(textOf(secret) ?? '', secret.position);
    for (const [key, field] of this.dataOf(textOf(fieldOf(from, 'configMapRef', 'name')))) {
      this.budget.take(1);
      const text = textOf(field);
      if (text !== undefined) give(`${prefix}${key}`, text, field.position);
    }
  }

  private readReference(name: string, from: Located | undefined, give: (name: string, text: string, position: Position) => void): void {
    const secret = fieldOf(from, 'secretKeyRef', 'name');
    if (secret !== undefined) this.secrets.set(textOf(secret) ?? '', secret.position);
    const key = textOf(fieldOf(from, 'configMapKeyRef', 'key'));
    const field = this.dataOf(textOf(fieldOf(from, 'configMapKeyRef', 'name'))).find(([one]) => one === key)?.[1];
    const text = textOf(field);
    if (field !== undefined && text !== undefined) give(name, text, field.position);
  }

  private readFiles(configMap: string | undefined): void {
    if (configMap === undefined) return;
    const key = `${this.resource.namespace} ${configMap}`;
    const lines = this.linesByMap.get(key) ?? this.dataOf(configMap).flatMap(([file, field]) => linesOf(file, field, this.budget));
    this.linesByMap.set(key, lines);
    this.budget.take(lines.length);
    this.given.push(...lines);
  }

  private dataOf(name: string | undefined): ReturnType<typeof fieldsOf> {
    const map = name === undefined ? undefined : this.configMaps.get(`${this.resource.namespace} ${name}`);
    return fieldsOf(fieldOf(map?.root, 'data'));
  }
}

function expand(text: string, variables: ReadonlyMap<string, string>): string {
  return text.replace(/\$\(([\w.-]{1,200})\)/g, (whole, name: string) => variables.get(name) ?? whole).slice(0, LONGEST_VALUE);
}

/** The lines of one file of a ConfigMap that name hosts. */
function linesOf(file: string, field: Located, budget: ReadingBudget): GivenText[] {
  const text = textOf(field);
  if (text === undefined || text.length > LONGEST_FILE || NO_CONFIGURATION.test(file)) return [];
  const lines = text.split('\n');
  budget.take(lines.length);
  // The text of a block begins on the line after its key. In JSON it is on one line.
  const isBlock = lines.length > 1 && !/\.json$/i.test(field.position.file);
  return lines.flatMap((line, index) => {
    const position = isBlock ? { ...field.position, line: field.position.line + index + 1 } : field.position;
    return hostsInLine(line).length === 0 ? [] : [{ evidence: file, text: line, position, form: 'file' as const, isWait: false }];
  });
}

function isWait(container: Located): boolean {
  const words = [
    fieldOf(container, 'name'),
    fieldOf(container, 'image'),
    ...itemsOf(fieldOf(container, 'command')),
    ...itemsOf(fieldOf(container, 'args')),
  ];
  return WAITS.test(
    words
      .map((word) => textOf(word) ?? '')
      .join(' ')
      .slice(0, 8_192),
  );
}

function zonesOf(spec: Located): string[] {
  const selected = textsOf(fieldOf(spec, 'nodeSelector')).get(ZONE);
  const terms = itemsOf(fieldOf(spec, 'affinity', 'nodeAffinity', 'requiredDuringSchedulingIgnoredDuringExecution', 'nodeSelectorTerms'));
  const stated = terms
    .flatMap((term) => itemsOf(fieldOf(term, 'matchExpressions')))
    .filter((one) => textOf(fieldOf(one, 'key')) === ZONE && textOf(fieldOf(one, 'operator')) === 'In')
    .flatMap((one) => itemsOf(fieldOf(one, 'values')).flatMap((value) => textOf(value) ?? []));
  return [...new Set(selected === undefined ? stated : [selected])].sort();
}

/** A whole number of things; `missing` if it is not stated, or not as a number. */
export function numberOf(located: Located | undefined, missing: number): number {
  const value = Number(textOf(located) ?? missing);
  return Number.isInteger(value) && value >= 0 ? value : missing;
}
