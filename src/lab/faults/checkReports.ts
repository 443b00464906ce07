/**
 * Every component shows its newest report: the last observed, and of several observed at the same time the last accepted. Two of one request
 * have both times in common, and the list of signals does not say which of them came later, so the state of either will do.
 */
import type { Ending, FinalSignal } from './history';
import type { Violation } from './violation';

/** The outcomes of signals that reported on a component. */
const REPORTS = new Set(['Applied', 'Superseded', 'Late']);

export function checkReports({ signals, unhealthy, entities }: Ending): Violation[] {
  const shown = new Map(unhealthy.map(({ technicalName, state }) => [technicalName, state]));
  const found: Violation[] = [];
  for (const [component, newest] of newestReports(signals)) {
    const state = shown.get(component) ?? 'Healthy';
    const isThere = entities.some(({ technicalName }) => technicalName === component);
    if (isThere && !newest.some((signal) => signal.state === state))
      found.push({
        promise: 'newest',
        detail: `${component} shows ${state}, but its newest report is ${newest.map((signal) => `${signal.state ?? ''} (${signal.signalId})`).join(' or ')}`,
      });
  }
  return found;
}

function newestReports(signals: readonly FinalSignal[]): Map<string, FinalSignal[]> {
  const newest = new Map<string, FinalSignal[]>();
  for (const signal of signals) {
    if (signal.component === null || !REPORTS.has(signal.status)) continue;
    const best = newest.get(signal.component)?.[0];
    const later = best === undefined ? 1 : compare(signal, best);
    if (later > 0) newest.set(signal.component, [signal]);
    else if (later === 0) newest.get(signal.component)?.push(signal);
  }
  return newest;
}

function compare(left: FinalSignal, right: FinalSignal): number {
  return Date.parse(left.observedAt) - Date.parse(right.observedAt) || Date.parse(left.acceptedAt) - Date.parse(right.acceptedAt);
}
