/** Which services of a compose project another one names in its environment and its command: a hint that it uses them, told by nobody. */
import type { ComposeService } from './composeService';
import { hostsInCommand, hostsInVariable } from './hostNames';
import type { Position } from './locatedYaml';

export interface Mention {
  target: string;
  /** What names it: `WORDPRESS_DB_HOST`, `its command`. Never a value, since values hold secrets. */
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

  /** By name, the services that `service` names, in the order of its environment and then of its command. Itself is left out. */
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
    return mentions;
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
