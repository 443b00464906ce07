/** How one component uses another, as far as its kind tells: the type of the dependency that an importer writes. */
import type { ComponentKind, DependencyType } from '@/domain/vocabulary';

const TYPES: Readonly<Partial<Record<ComponentKind, DependencyType>>> = {
  Database: 'ReadsWrites',
  Cache: 'ReadsWrites',
  Storage: 'ReadsWrites',
  // Which way the messages go is not known.
  Queue: 'PubSub',
  EventBus: 'PubSub',
  Identity: 'UsesIdp',
};

export function dependencyTypeFor(target: ComponentKind): DependencyType {
  return TYPES[target] ?? 'Calls';
}
