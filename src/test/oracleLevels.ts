/** The levels of health as the oracle of blast radii counts with them: what a dependency passes on, the worst of several, orders and counts. */
import type { ComponentFact, DependencyFact } from '@/domain/graph/arrays/landscapeFacts';
import { byCodeUnit } from '@/plain/order';

const LEVELS = ['Healthy', 'Warning', 'Degraded', 'Outage'] as const;
export type Level = (typeof LEVELS)[number];
export type States = Map<ComponentFact, Level>;

export const severity = (level: Level): number => LEVELS.indexOf(level);
const milder = (level: Level, by: number): Level => LEVELS[Math.max(0, severity(level) - by)]!;
export const mildest = (a: Level, b: Level): Level => (severity(a) < severity(b) ? a : b);
export const worst = (levels: Level[]): Level => levels.reduce((a, b) => (severity(a) > severity(b) ? a : b), 'Healthy');

export function passedOn(edge: DependencyFact, level: Level): Level {
  const byMode = { Hard: level, Degraded: mildest(level, 'Degraded'), Soft: milder(level, 1), Async: mildest(milder(level, 1), 'Warning') }[
    edge.mode
  ];
  return edge.required ? byMode : edge.mode === 'Async' ? 'Healthy' : milder(byMode, 1);
}

export function inOrder(
  a: { depth: number; expectedState: Level; technicalName: string },
  b: { depth: number; expectedState: Level; technicalName: string },
): number {
  return a.depth - b.depth || severity(b.expectedState) - severity(a.expectedState) || byCodeUnit(a.technicalName, b.technicalName);
}

export const unhealthy = (rows: readonly { expectedState: Level }[]): number =>
  rows.filter((row) => row.expectedState !== 'Healthy').length;

export function componentCounts(components: readonly ComponentFact[], states: States) {
  const levels = components.map((component) => states.get(component)!);
  return {
    componentCount: levels.length,
    affectedComponentCount: levels.filter((level) => level !== 'Healthy').length,
    downComponentCount: levels.filter((level) => level === 'Outage').length,
  };
}
