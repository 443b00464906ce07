/** What is left to state of something that somebody else states already: whatever they leave open. */
import type { ImportReport } from '@/sources/proposal/importReport';

export type Fields = Readonly<Record<string, unknown>>;

/** What names the thing, or is joined by itself. */
const KEPT = new Set(['technicalName', 'source', 'target', 'dependencyType', 'components', 'zones']);
/** Texts in which two sources always differ, so that a difference says nothing. */
const UNTOLD = new Set(['name', 'description']);
const LONGEST_SHOWN = 60;

/** Whether a value says anything: nobody is bound by null or an empty list. */
export function isStated(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

/**
 * The fields of `ours` that `theirs` does not state. Where both state one, theirs stays; a difference is reported. `what` names the thing:
 * `the component order-api`.
 */
export function fieldsLeft<Entity extends object>(ours: Entity, theirs: object, what: string, report: ImportReport): Entity {
  const stated = theirs as Fields;
  const left = Object.entries(ours).filter(([field, value]) => {
    if (KEPT.has(field)) return true;
    const their = stated[field];
    if (!isStated(their)) return isStated(value);
    if (isStated(value) && !UNTOLD.has(field) && textOf(value) !== textOf(their))
      report.decided(
        undefined,
        `${field} of ${what} stays ${shown(their)}, as the landscape states it; these files say ${shown(value)}`,
        'fields that the landscape states differently and keeps',
      );
    return false;
  });
  return Object.fromEntries(left) as Entity;
}

/** Lists are sets. */
function textOf(value: unknown): string {
  return JSON.stringify(Array.isArray(value) ? value.map((item) => JSON.stringify(item)).sort() : value);
}

function shown(value: unknown): string {
  const items: unknown[] = Array.isArray(value) ? value : [value];
  const text = items.map((item) => (typeof item === 'object' ? JSON.stringify(item) : String(item))).join(', ');
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN - 1).toWellFormed()}…` : text;
}
