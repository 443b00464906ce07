/** The ten tables of the inventory: labels, URL path, and what each is for. */
import type { InventoryKind } from '@/contract/bulk';
import { KINDS } from '@/contract/values/kinds';
import { INVENTORY_KINDS } from '@/contract/values/inventory';

interface KindFacts {
  kind: InventoryKind;
  /** The part of the URL. */
  path: string;
  /** The tRPC router of this kind. */
  noun: string;
  singular: string;
  plural: string;
  /** Explains the kind to somebody who has no entries yet. */
  meaning: string;
}

const MEANINGS: Readonly<Record<InventoryKind, string>> = {
  application:
    'An application is what people know by a name: a shop, a payroll, a portal. It is made of components and supports capabilities.',
  component:
    'A component is a part of an application that can fail on its own: a service, a database, a queue. Dependencies connect components.',
  capability: 'A capability is something the business can do, such as taking orders. Applications support it. Capabilities form a tree.',
  process: 'A process is a sequence of work that needs capabilities, such as closing the month.',
  'hosting-area': 'A hosting area is a place that can fail as a whole, such as a cloud region or a data centre. It holds hosting zones.',
  'hosting-zone': 'A hosting zone is a part of a hosting area that components run in, such as an availability zone or a cluster.',
  technology: 'A technology is what components are built with or run on, such as PostgreSQL 17. Record when its support ends.',
  segment: 'A segment is a group of people who are affected when capabilities fail: customers, employees, partners, the public.',
  dataset: 'A dataset is data that components hold or use. It says how sensitive the data is.',
  dependency: 'A dependency says that one component depends on another, and how its failure affects the source.',
};

const DEPENDENCY = { path: 'dependencies', singular: 'dependency', plural: 'dependencies' };

export const KIND_FACTS: readonly KindFacts[] = INVENTORY_KINDS.map((kind) => {
  const { path, singular, plural } = kind === 'dependency' ? DEPENDENCY : KINDS[kind];
  return {
    kind,
    path,
    noun: path.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    singular,
    plural,
    meaning: MEANINGS[kind],
  };
});

export function factsOf(kind: InventoryKind): KindFacts {
  const facts = KIND_FACTS.find((candidate) => candidate.kind === kind);
  if (facts === undefined) throw new Error(`No kind ${kind}.`);
  return facts;
}

export function kindAt(path: string): InventoryKind | null {
  return KIND_FACTS.find((candidate) => candidate.path === path)?.kind ?? null;
}

export function tableHref(tenantId: string, kind: InventoryKind): string {
  return `/t/${tenantId}/inventory/${factsOf(kind).path}`;
}
