/** What the statements of a policy allow to do with which resources. */
import type { Position } from '@/sources/proposal/locatedYaml';
import { useOfAction } from './actions';
import type { Link } from './links';

export interface Statement {
  isAllowed: boolean;
  actions: readonly string[];
  /** Keys of the resources that it names. */
  resources: readonly string[];
}

/** Each use of each resource once. Permissions on everything name no resource. `source` is the key of whatever holds the policy. */
export function grantsOf(source: string, statements: readonly Statement[], position: Position): Link[] {
  const found = new Map<string, Link>();
  for (const { isAllowed, actions, resources } of statements) {
    if (!isAllowed) continue;
    for (const type of new Set(actions.map(useOfAction)))
      if (type !== null)
        for (const target of resources)
          found.set(`${target} ${type}`, { source, target, type, evidence: 'its permissions', isStated: false, position });
  }
  return [...found.values()];
}
