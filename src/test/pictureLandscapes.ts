/** Random landscapes for pictures: groups of all sizes, hubs, cycles, look-alikes, and names of every kind. */
import { randomFrom } from '@/lab/randomFrom';
import type { LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import { COMPONENT_KINDS, CRITICALITY_TIERS, DEPENDENCY_MODES, DEPENDENCY_TYPES } from '@/domain/vocabulary';
import { testGuid } from './graphArbitrary';

const NAMES = [
  'Cart',
  'Order processing service',
  'a-very-long-technical-name-that-nobody-would-give-but-somebody-did-and-it-goes-on-until-two-hundred-characters-are-full'.padEnd(
    200,
    'x',
  ),
  '🧾🚀🧾🚀🧾🚀🧾🚀🧾🚀🧾🚀🧾🚀🧾🚀🧾🚀',
  'خدمة الطلبات والدفع الإلكتروني',
  'שירות הזמנות',
  '支払いサービスと注文処理',
  'WWWWWWWWWWWWWWWWWWWWWWWWWWWWWW',
  ' ',
  'Zahlungsabwicklung-Übergabe',
];

/** Deterministic: the same numbers give the same landscape. */
export function pictureLandscape(components: number, dependencies: number, applications: number, seed: number): LandscapeFacts {
  const random = randomFrom(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const one = <Value>(values: readonly Value[]): Value => values[below(values.length)]!;
  const named = (kind: number, number: number) => ({
    id: testGuid(kind, number),
    technicalName: `n${kind}-${(number * 7919) % 10_007}-${number}`,
    name: random() < 0.5 ? `${one(NAMES)} ${number}` : one(NAMES),
  });
  const hostingAreas = [named(5, 0)];
  const hostingZones = Array.from({ length: 5 }, (_, number) => ({ ...named(6, number), hostingAreaId: hostingAreas[0]!.id }));
  const untold = { parentId: null, criticalityTier: null, maximumTolerableDowntimeMinutes: null };
  const capabilities = Array.from({ length: 6 }, (_, number) => ({ ...named(2, number), ...untold }));
  const facts: LandscapeFacts = {
    hostingAreas,
    hostingZones,
    capabilities,
    technologies: [],
    datasets: [],
    processes: [],
    segments: [],
    applications: Array.from({ length: applications }, (_, number) => ({
      ...named(0, number),
      criticalityTier: one(CRITICALITY_TIERS),
      ownerTeam: random() < 0.2 ? null : `team ${below(9)}`,
      lifecycleState: 'Production' as const,
      capabilityIds: [one(capabilities).id],
      processIds: [],
    })),
    components: [],
    dependencies: [],
  };
  facts.components = Array.from({ length: components }, (_, number) => ({
    ...named(1, number),
    ordinal: number,
    kind: one(COMPONENT_KINDS.slice(0, 4)),
    isExternal: random() < 0.1,
    // Some applications are much larger than others.
    applicationId: facts.applications[Math.floor(random() ** 3 * applications)]!.id,
    hostingZoneIds: random() < 0.3 ? [] : [one(hostingZones).id],
    technologyIds: [],
    datasetIds: [],
  }));
  const seen = new Set<string>();
  for (let number = 0; number < dependencies && components > 1; number++) {
    const [sourceOrdinal, targetOrdinal] = [below(components), Math.floor(random() ** 2 * components)];
    const dependencyType = one(DEPENDENCY_TYPES);
    const key = `${sourceOrdinal} ${targetOrdinal} ${dependencyType}`;
    if (sourceOrdinal === targetOrdinal || seen.has(key)) continue;
    seen.add(key);
    const flags = { required: random() < 0.7, propagates: random() < 0.9, redundancyGroup: null, redundancyMinimum: 1 };
    facts.dependencies.push({
      id: testGuid(9, number),
      sourceOrdinal,
      targetOrdinal,
      dependencyType,
      mode: one(DEPENDENCY_MODES),
      ...flags,
    });
  }
  return facts;
}
