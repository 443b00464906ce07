/**
 * Checks redundancy groups after a change: all dependencies of a group with the same source state the same minimum, from 1 to the number of
 * its targets. If a group lost targets and nobody states a new minimum, the minimum is lowered to what is left.
 */
import { append } from '@/plain/grouped';
import { byCodeUnit } from '@/plain/order';
import type { Declaration, DiffIssue } from './declaration';
import type { FinalLandscape } from './finalLandscape';
import type { Values } from './manifestFields';

interface Member {
  technicalName: string;
  values: Values;
}

/** Returns mistakes at the declarations that cause them, and plans lower minimums in `final`. */
export function checkRedundancy(final: FinalLandscape, declarations: readonly Declaration[]): DiffIssue[] {
  const declared = new Map(
    declarations.filter(({ kind }) => kind === 'dependency').map((declaration) => [declaration.technicalName, declaration]),
  );
  const issues: DiffIssue[] = [];
  const touched = touchedSources(final);
  const groups = new Map<string, Member[]>();
  const concerned = [...final.all('dependency')].filter(
    ([, { source, redundancyGroup, redundancyMinimum }]) =>
      (redundancyGroup !== null || redundancyMinimum !== 1) && touched.has(String(source)),
  );
  for (const [technicalName, values] of concerned.sort(([left], [right]) => byCodeUnit(left, right))) {
    if (values.redundancyGroup === null) {
      const declaration = declared.get(technicalName);
      if (values.redundancyMinimum !== 1 && declaration !== undefined) issues.push(...settleOutsider(final, declaration, values));
      continue;
    }
    append(groups, JSON.stringify([values.source, values.redundancyGroup]), { technicalName, values });
  }
  for (const members of groups.values()) issues.push(...checkGroup(final, members, declared));
  return issues;
}

/** Only the present and former sources of changed dependencies can be affected. */
function touchedSources(final: FinalLandscape): Set<string> {
  const sources = new Set<string>();
  for (const [technicalName, values] of final.planned('dependency')) {
    const source = (values ?? final.knownEntity('dependency', technicalName)?.values)?.source;
    if (typeof source === 'string') sources.add(source);
  }
  return sources;
}

/** A dependency in no group has the minimum 1. One that just left its group gets it silently. */
function settleOutsider(final: FinalLandscape, { values: stated, path, technicalName }: Declaration, values: Values): DiffIssue[] {
  if (stated.redundancyMinimum === undefined) {
    final.set('dependency', technicalName, { ...values, redundancyMinimum: 1 });
    return [];
  }
  return [
    {
      path: [...path, 'redundancyMinimum'],
      message: 'is more than 1, but the dependency is in no redundancyGroup',
      hint: 'name the group too',
    },
  ];
}

function checkGroup(final: FinalLandscape, members: readonly Member[], declared: ReadonlyMap<string, Declaration>): DiffIssue[] {
  const targets = new Set(members.map(({ values }) => values.target)).size;
  const minimums = new Set(members.map(({ values }) => Number(values.redundancyMinimum)));
  const group = String(members[0]?.values.redundancyGroup);
  if (minimums.size > 1) {
    const all = [...minimums].sort((left, right) => left - right).join(' and ');
    return reportAt(
      members,
      declared,
      `the dependencies of group "${group}" of one source state different minimums: ${all}`,
      'state the same redundancyMinimum on all of them',
    );
  }
  const [minimum = 1] = minimums;
  if (minimum <= targets) return [];
  const isStated = members.some(({ technicalName }) => declared.get(technicalName)?.values.redundancyMinimum !== undefined);
  if (isStated) return reportAt(members, declared, `must be at most ${targets}, the number of targets in group "${group}"`, undefined);
  for (const { technicalName, values } of members) final.set('dependency', technicalName, { ...values, redundancyMinimum: targets });
  return [];
}

/** At the first declared member that states the minimum, otherwise at the first declared one. */
function reportAt(
  members: readonly Member[],
  declared: ReadonlyMap<string, Declaration>,
  message: string,
  hint: string | undefined,
): DiffIssue[] {
  const own = members.flatMap(({ technicalName }) => declared.get(technicalName) ?? []);
  const first = own.find(({ values }) => values.redundancyMinimum !== undefined) ?? own[0];
  return first === undefined ? [] : [{ path: [...first.path, 'redundancyMinimum'], message, hint }];
}
