/** What the statements of a policy allow to do with which resources. */
import type { DependencyType } from '@/domain/vocabulary';
import { useOfAction } from './actions';

export interface Statement {
  isAllowed: boolean;
  actions: readonly string[];
  /** Keys of the resources that it names. */
  resources: readonly string[];
}

/** Each use of each resource once. Permissions on everything name no resource. */
export function usesOf(statements: readonly Statement[]): { resource: string; type: DependencyType }[] {
  const found = new Map<string, { resource: string; type: DependencyType }>();
  for (const { isAllowed, actions, resources } of statements) {
    if (!isAllowed) continue;
    for (const type of new Set(actions.map(useOfAction)))
      if (type !== null) for (const resource of resources) found.set(`${resource} ${type}`, { resource, type });
  }
  return [...found.values()];
}
