/** What differs between two instants, by the things on the picture that stand for it. */
import type { PictureDifferences } from '@/contract/picture';
import type { Difference } from '@/contract/landscapeDifferences';
import { differenceOf, type Compared } from '@/server/graphs/differences';
import { append } from '@/plain/grouped';
import type { MadePicture } from './makePicture';

interface Count {
  count: number;
  appeared: number;
  vanished: number;
  changed: number;
}

const NOTHING: Readonly<Count> = { count: 0, appeared: 0, vanished: 0, changed: 0 };

export class FoundDifferences {
  /** By the id of a component: everything on the picture that stands for it. */
  private readonly things = new Map<string, string[]>();
  private readonly marks = new Map<string, Count>();
  private readonly own = new Map<string, Difference>();
  private readonly lines = new Map<string, Count & { id: string }>();
  /** By the id of a cell that stands in several groups: the application that it is. */
  private readonly drawnAs = new Map<string, string>();

  constructor({ picture, members }: MadePicture) {
    for (const [thing, ids] of members) {
      this.marks.set(thing, { ...NOTHING, count: ids.length });
      for (const id of ids) append(this.things, id, thing);
    }
    for (const { id, of } of picture.cards.flatMap(({ rows }) => rows)) this.drawnAs.set(id, of);
    for (const { id, from, to, count } of picture.lines) this.lines.set(`${from} ${to}`, { id, ...NOTHING, count });
  }

  take(one: Compared): void {
    const difference = differenceOf(one);
    if (difference === null) return;
    if (one.kind === 'component') this.count(this.things.get(one.id) ?? [], difference);
    else if (one.kind === 'dependency') this.takeDependency(one, difference);
    else this.own.set(one.id, difference);
  }

  /** Only things that differ. */
  told(): PictureDifferences {
    const hasAny = ({ appeared, vanished, changed }: Count): boolean => appeared + vanished + changed > 0;
    const marks = [...this.marks].map(([id, count]) => ({ id, ...count, own: this.own.get(this.drawnAs.get(id) ?? id) ?? null }));
    return {
      marks: marks.filter((mark) => hasAny(mark) || mark.own !== null),
      lines: [...this.lines.values()].filter(hasAny),
    };
  }

  private count(things: readonly string[], difference: Difference): void {
    for (const thing of things) {
      const mark = this.marks.get(thing);
      if (mark !== undefined) mark[difference]++;
    }
  }

  /** By its ends at the later instant, otherwise at the earlier one. If its ends changed, it counts at the later ones. */
  private takeDependency({ before, after }: Compared, difference: Difference): void {
    const { sourceComponentId, targetComponentId } = (after ?? before) as unknown as Record<string, string>;
    for (const from of this.things.get(sourceComponentId ?? '') ?? [])
      for (const to of this.things.get(targetComponentId ?? '') ?? []) {
        const line = this.lines.get(`${from} ${to}`);
        if (line !== undefined) line[difference]++;
      }
  }
}
