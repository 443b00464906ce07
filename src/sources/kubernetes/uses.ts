/** Finds what workloads use: by host names in what they are given, by the Secrets that they refer to, and by what network policies allow. */
import type { ManifestDependency } from '@/contract/manifest/schema';
import { dependencyTypeFor, STATEFUL } from '@/sources/proposal/edges';
import type { ImportReport } from '@/sources/proposal/importReport';
import type { Position } from '@/sources/proposal/locatedYaml';
import { hostsInCommand, hostsInLine, hostsInVariable } from '@/sources/words/hostNames';
import { isInside, type HostTable } from './hostTable';
import type { Part } from './parts';
import type { GivenText } from './workloads';

export interface Use {
  target: Part;
  evidence: string;
  position: Position;
  /** It waits for the target before it starts. */
  isWait: boolean;
  /** It sends telemetry there. */
  isTelemetry: boolean;
}

/** Variables that say where telemetry goes. */
const TELEMETRY = /^OTEL_|COLLECTOR|^JAEGER_|^ZIPKIN_|^(?:DD|DATADOG)_/i;

export class UseFinder {
  /** Hosts in a text depend only on the text, and many workloads are given the same. */
  private readonly hosts = new Map<string, readonly string[]>();

  constructor(
    private readonly table: HostTable<Part>,
    private readonly bySecret: ReadonlyMap<string, Part>,
    private readonly report: ImportReport,
  ) {}

  /** Each target once: a wait says most, then what is no telemetry, then what comes first. */
  usesOf(part: Part): Use[] {
    const uses = new Map<Part, Use>();
    const add = (use: Use): void => {
      if (use.target === part) return;
      const before = uses.get(use.target);
      const isBetter = before === undefined || (use.isWait && !before.isWait) || (before.isTelemetry && !use.isTelemetry && !before.isWait);
      if (isBetter) uses.set(use.target, use);
    };
    for (const given of part.workload?.given ?? []) this.readText(part, given, add);
    for (const [secret, position] of part.workload?.secrets ?? []) {
      const target = this.bySecret.get(`${part.resource.namespace} ${secret}`);
      if (target !== undefined) add({ target, evidence: `its Secret ${secret}`, position, isWait: false, isTelemetry: false });
    }
    return [...uses.values()];
  }

  private readText(part: Part, { evidence, text, position, form, isWait }: GivenText, add: (use: Use) => void): void {
    for (const host of this.hostsIn(evidence, text, form)) {
      const targets = this.table.lookUp(host, part.resource.namespace);
      if (targets === null && form === 'variable' && isAddress(text)) this.tellUnknown(part, host, evidence, position);
      const isTelemetry = form === 'variable' && TELEMETRY.test(evidence);
      for (const target of targets ?? []) add({ target, evidence, position, isWait: isWait && form === 'command', isTelemetry });
    }
  }

  private hostsIn(evidence: string, text: string, form: GivenText['form']): readonly string[] {
    const key = `${form} ${form === 'variable' ? evidence : ''} ${text}`;
    const known = this.hosts.get(key);
    if (known !== undefined) return known;
    const found = form === 'variable' ? hostsInVariable(evidence, text) : form === 'command' ? hostsInCommand([text]) : hostsInLine(text);
    this.hosts.set(key, found);
    return found;
  }

  /** Never says which host, since the value may be anything. */
  private tellUnknown({ name }: Part, host: string, evidence: string, position: Position): void {
    if (!/[a-z]/.test(host) || /^(?:localhost|true|false|yes|no|none|null|on|off)$/.test(host)) return;
    if (isInside(host))
      this.report.notMapped(position, `${evidence} of ${name} names a host that no Service here has`, 'hosts without a Service');
    else if (/\.[a-z]{2,}$/.test(host) && !/\.(?:local|localhost|internal)$/.test(host))
      this.report.notMapped(
        position,
        `${evidence} of ${name} names a host outside of these files, so it got no component`,
        'hosts outside',
      );
  }
}

/** Nothing but an address, maybe with the sign-in of a database, so that a host in it is surely one. */
function isAddress(text: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]{0,30}:\/\/(?:[^\s/@]{0,500}@)?)?[a-z0-9.-]{1,253}(?::\d{1,5})?(?:\/\S{0,1000})?$/i.test(text);
}

/** How a use becomes a dependency. */
export function fieldsOf(
  source: Part,
  target: Part,
  { isWait, isTelemetry }: Pick<Use, 'isWait' | 'isTelemetry'>,
): Omit<ManifestDependency, 'source' | 'target'> {
  if (isTelemetry || (target.isTelemetry && !isScreen(source))) return { dependencyType: 'Publishes', mode: 'Async', required: false };
  if (target.isTelemetry) return { dependencyType: 'Reads', mode: 'Soft' };
  const dependencyType = dependencyTypeFor(target.component.kind);
  // A collector goes on if one of its outlets fails.
  if (source.isTelemetry) return { dependencyType, mode: 'Soft', required: false };
  const isHard = isWait || (STATEFUL.has(target.component.kind) && target.decidesModes);
  return { dependencyType, mode: isHard ? 'Hard' : 'Soft' };
}

/** Grafana and the like read what others send. */
function isScreen({ name, product, component }: Part): boolean {
  return component.kind === 'WebApp' && /grafana|kibana|dashboard/i.test(`${name} ${product?.technicalName ?? ''}`);
}
