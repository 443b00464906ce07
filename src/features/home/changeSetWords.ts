/** Text for a change set: what it changed, and who did it. */
import { KINDS } from '@/contract/values/kinds';
import { ENTITY_KINDS, type EntityKind } from '@/domain/vocabulary';
import { countOf } from '@/plain/counts';
import { capitalised } from '@/plain/capitalised';
import type { Overview } from './overview';

type ChangeSet = Overview['changes']['latest'][number];

function isEntityKind(kind: string): kind is EntityKind {
  return (ENTITY_KINDS as readonly string[]).includes(kind);
}

/** `Manifest shop applied`, `Component web changed`, or `12 entries changed`. */
export function changeSetTitle({ manifest, first, created, updated, deleted }: ChangeSet): string {
  if (manifest !== null) return `Manifest ${manifest} applied`;
  const count = created + updated + deleted;
  if (count > 1) return `${countOf(count, 'entry', 'entries')} changed`;
  const noun = isEntityKind(first.kind) ? KINDS[first.kind].singular : first.kind;
  const verb = created > 0 ? 'added' : deleted > 0 ? 'deleted' : 'changed';
  return `${capitalised(noun)} ${first.technicalName} ${verb}`;
}

/** Who made the change; also the counts, where the title does not give them. */
export function changeSetFacts({ manifest, actor, created, updated, deleted }: ChangeSet): string[] {
  const counted = [
    { count: created, verb: 'added' },
    { count: updated, verb: 'changed' },
    { count: deleted, verb: 'deleted' },
  ].filter(({ count }) => count > 0);
  const isTold = manifest === null && created + updated + deleted === 1;
  return [`by ${actor.name}`, ...(isTold ? [] : counted.map(({ count, verb }) => `${count.toLocaleString('en')} ${verb}`))];
}
