/** One version of a landscape in words: who made it, and what it changed. Pure. */
import type { ChangeSetSummary } from '@/contract/changeSets';
import { CHANGE_OPERATIONS } from '@/contract/values/changes';
import { countOf } from '@/plain/counts';

const VERBS = { create: 'added', update: 'changed', delete: 'deleted' } as const;
const NOUNS: Readonly<Record<string, [one: string, many: string]>> = {
  dependency: ['dependency', 'dependencies'],
  capability: ['capability', 'capabilities'],
  process: ['process', 'processes'],
  technology: ['technology', 'technologies'],
};

/** "Ada changed component web", "deploy: 3 components added, 1 dependency deleted", or "deploy applied manifest shop: …". */
export function versionWords({ actor, counts, technicalName, origin }: ChangeSetSummary): string {
  const manifest = typeof origin.manifest === 'string' ? ` applied manifest ${origin.manifest}` : '';
  const [only] = counts;
  if (technicalName !== null && only !== undefined && manifest === '')
    return `${actor.name} ${VERBS[only.op]} ${nounOf(only.kind)[0]} ${technicalName}`;
  const parts = CHANGE_OPERATIONS.flatMap((op) => {
    const of = counts.filter((count) => count.op === op);
    const nouns = of.slice(0, MOST_NAMED).map(({ kind, count }) => countOf(count, ...nounOf(kind)));
    const others = of.slice(MOST_NAMED).reduce((sum, { count }) => sum + count, 0);
    if (nouns.length === 0) return [];
    return [`${[...nouns, ...(others === 0 ? [] : [`${others.toLocaleString('en')} more`])].join(', ')} ${VERBS[op]}`];
  });
  return `${actor.name}${manifest}: ${parts.join('; ')}`;
}

const MOST_NAMED = 2;

function nounOf(kind: string): [one: string, many: string] {
  const noun = kind.replaceAll('-', ' ');
  return NOUNS[kind] ?? [noun, `${noun}s`];
}
