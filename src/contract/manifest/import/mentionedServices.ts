/** Which services of a compose project another one names in its environment, its command, its labels and its files: a hint that it uses them, told by nobody. */
import type { ComposeService } from './composeService';
import { hostsInCommand, hostsInLine, hostsInVariable } from './hostNames';
import type { Position } from './locatedYaml';
import { readImage } from './products';

/** By product: the labels by which it finds what it routes to. */
const ROUTING_LABELS: ReadonlyMap<string, RegExp> = new Map([
  ['traefik', /^traefik\.(?:http|tcp|udp)\.(?:routers|services)\./i],
  ['caddy', /^caddy(?:_\d+)?(?:\.reverse_proxy)?$/i],
]);

export interface Mention {
  target: string;
  /** What names it: `WORDPRESS_DB_HOST`, `its command`, `nginx.conf`. Never a value, since values hold secrets. */
  evidence: string;
  position: Position;
}

/** Finds them for all services of a project, whose names are looked up once. */
export class MentionFinder {
  /** From a host name in lower case to the service: its own name before what it is called besides. */
  private readonly targets = new Map<string, string>();
  /** What a value names does not depend on whose value it is, and anchors give many services the same one. */
  private readonly hosts = new Map<string, Map<string, string[]>>();

  constructor(private readonly services: ReadonlyMap<string, ComposeService>) {
    for (const { name, hostNames } of services.values()) for (const host of hostNames) this.targets.set(host.toLowerCase(), name);
    for (const name of services.keys()) this.targets.set(name.toLowerCase(), name);
  }

  /** By name, the services that `service` names, in the order of its environment, then of its command, its labels and its files. Itself is left out. */
  mentionsOf(service: ComposeService): Map<string, Mention> {
    const mentions = new Map<string, Mention>();
    const add = (hosts: readonly string[], evidence: string, position: Position): void => {
      for (const host of hosts) {
        const target = this.targetOf(service, host);
        if (target !== undefined && target !== service.name && !mentions.has(target)) mentions.set(target, { target, evidence, position });
      }
    };
    for (const [variable, { text, position }] of service.environment) add(this.hostsIn(variable, text), variable, position);
    for (const words of [service.entrypoint, service.command]) {
      const [first] = words;
      if (first !== undefined) add(hostsInCommand(words.map(({ text }) => text)), 'its command', first.position);
    }
    for (const [label, { text, position }] of service.labels) add(this.hostsIn(label, text), `its label ${label}`, position);
    for (const { service: routed, label, position } of this.routedBy(service)) add([routed], `the label ${label} of ${routed}`, position);
    for (const { name, lines, position, isNumbered } of service.files)
      lines.forEach((line, index) => add(hostsInLine(line), name, isNumbered ? { ...position, line: position.line + index } : position));
    return mentions;
  }

  /** A proxy that finds its upstreams by their labels depends on whatever carries one. */
  private routedBy({ name, image }: ComposeService): { service: string; label: string; position: Position }[] {
    const pattern = ROUTING_LABELS.get(readImage(image?.text ?? '').product?.technicalName ?? '');
    if (pattern === undefined) return [];
    return [...this.services.values()].flatMap(({ name: service, labels }) => {
      const isOff = [...labels].some(([label, { text }]) => label === 'traefik.enable' && text === 'false');
      const [label, told] = [...labels].find(([one]) => pattern.test(one)) ?? [];
      return service === name || isOff || label === undefined || told === undefined ? [] : [{ service, label, position: told.position }];
    });
  }

  /** What this service alone calls another comes before what all do. */
  private targetOf({ linkNames }: ComposeService, host: string): string | undefined {
    const linked = linkNames.get(host);
    return linked !== undefined && this.services.has(linked) ? linked : this.targets.get(host);
  }

  private hostsIn(variable: string, text: string): string[] {
    const byText = this.hosts.get(variable) ?? new Map<string, string[]>();
    this.hosts.set(variable, byText);
    const hosts = byText.get(text) ?? hostsInVariable(variable, text);
    byText.set(text, hosts);
    return hosts;
  }
}
