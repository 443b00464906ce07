/**
 * Finds which services of a compose project another one mentions in its environment, command, labels and files. That suggests that it uses
 * them, although nobody stated it.
 */
import type { ComposeService } from './composeService';
import { hostsInCommand, hostsInLine, hostsInVariable } from '@/sources/words/hostNames';
import type { Position } from '@/sources/proposal/locatedYaml';
import { readImage } from '@/sources/words/products';

/** By product: the labels that tell it where to route. */
const ROUTING_LABELS: ReadonlyMap<string, RegExp> = new Map([
  ['traefik', /^traefik\.(?:http|tcp|udp)\.(?:routers|services)\./i],
  ['caddy', /^caddy(?:_\d+)?(?:\.reverse_proxy)?$/i],
]);

export interface Mention {
  target: string;
  /** Where it is mentioned: `WORDPRESS_DB_HOST`, `its command`, `nginx.conf`. Never the value, since values contain secrets. */
  evidence: string;
  position: Position;
}

/** Finds the mentions for all services of a project, after looking up their names once. */
export class MentionFinder {
  /** From a host name in lower case to the service. A service's own name wins over its other names. */
  private readonly targets = new Map<string, string>();
  /** The hosts in a value depend only on the value, and anchors give many services the same one. */
  private readonly hosts = new Map<string, Map<string, string[]>>();

  constructor(private readonly services: ReadonlyMap<string, ComposeService>) {
    for (const { name, hostNames } of services.values()) for (const host of hostNames) this.targets.set(host.toLowerCase(), name);
    for (const name of services.keys()) this.targets.set(name.toLowerCase(), name);
  }

  /** By name, the other services that `service` mentions, in the order of its environment, command, labels and files. */
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

  /** A proxy that finds its upstreams by label depends on every service with such a label. */
  private routedBy({ name, image }: ComposeService): { service: string; label: string; position: Position }[] {
    const pattern = ROUTING_LABELS.get(readImage(image?.text ?? '').product?.technicalName ?? '');
    if (pattern === undefined) return [];
    return [...this.services.values()].flatMap(({ name: service, labels }) => {
      const isOff = [...labels].some(([label, { text }]) => label === 'traefik.enable' && text === 'false');
      const [label, told] = [...labels].find(([one]) => pattern.test(one)) ?? [];
      return service === name || isOff || label === undefined || told === undefined ? [] : [{ service, label, position: told.position }];
    });
  }

  /** Names that only this service uses for another one win over common names. */
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
