/** Which services of a compose project another one names in its environment and its command: a hint that it uses them, told by nobody. */
import type { ComposeService } from './composeService';
import { hostsInCommand, hostsInVariable } from './hostNames';
import type { Place } from './locatedYaml';

export interface Mention {
  target: string;
  /** What names it: `WORDPRESS_DB_HOST`, `its command`. Never a value, since values hold secrets. */
  evidence: string;
  place: Place;
}

/** The services that `service` names, each once, in the order of its environment and then of its command. Itself is left out. */
export function mentionedServices(service: ComposeService, services: ReadonlyMap<string, ComposeService>): Mention[] {
  const targetOf = targetsFor(service, services);
  const mentions = new Map<string, Mention>();
  const add = (hosts: readonly string[], evidence: string, place: Place): void => {
    for (const host of hosts) {
      const target = targetOf.get(host);
      if (target !== undefined && target !== service.name && !mentions.has(target)) mentions.set(target, { target, evidence, place });
    }
  };
  for (const [variable, { text, place }] of service.environment) add(hostsInVariable(variable, text), variable, place);
  for (const words of [service.entrypoint, service.command]) {
    const [first] = words;
    if (first !== undefined) add(hostsInCommand(words.map(({ text }) => text)), 'its command', first.place);
  }
  return [...mentions.values()];
}

/** From a host name in lower case to the service: its name, then what it is called besides, then what this service alone calls it. */
function targetsFor(service: ComposeService, services: ReadonlyMap<string, ComposeService>): Map<string, string> {
  const targets = new Map<string, string>();
  for (const { name, hostNames } of services.values()) for (const host of hostNames) targets.set(host.toLowerCase(), name);
  for (const name of services.keys()) targets.set(name.toLowerCase(), name);
  for (const [host, target] of service.linkNames) if (services.has(target)) targets.set(host, target);
  return targets;
}
