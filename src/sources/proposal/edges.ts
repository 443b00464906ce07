/** The type and the mode of the dependency that an importer writes, as far as the target's kind determines them. */
import type { ComponentKind, DependencyType } from '@/domain/vocabulary';

const TYPES: Readonly<Partial<Record<ComponentKind, DependencyType>>> = {
  Database: 'ReadsWrites',
  Cache: 'ReadsWrites',
  Storage: 'ReadsWrites',
  // The direction of the messages is unknown.
  Queue: 'PubSub',
  EventBus: 'PubSub',
  Identity: 'UsesIdp',
};

/** Kinds that others keep their data or messages in. Whoever uses one fails without it, whatever they wait for when they start. */
export const STATEFUL: ReadonlySet<ComponentKind | undefined> = new Set(['Database', 'Storage', 'Queue', 'EventBus', 'Identity']);

/** The most likely way to use a component of this kind, for sources that do not say. Without a kind, the same as for Other. */
export function dependencyTypeFor(target: ComponentKind | undefined): DependencyType {
  return TYPES[target ?? 'Other'] ?? 'Calls';
}
