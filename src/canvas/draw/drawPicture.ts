/** Updates Cytoscape to match a picture with the fewest changes: elements that stay are updated in place. */
import type { Core, ElementDefinition } from 'cytoscape';
import { accentClass } from './elements';

/** What each element was last drawn from, as text, so that unchanged elements are skipped. */
type Shown = Map<string, string>;

const shownBy = new WeakMap<Core, Shown>();

export function drawPicture(core: Core, elements: readonly ElementDefinition[]): void {
  const shown: Shown = shownBy.get(core) ?? new Map<string, string>();
  shownBy.set(core, shown);
  const wanted = new Map(elements.map((element) => [idOf(element), element]));
  core.batch(() => {
    const gone = core.elements().filter((element) => !wanted.has(element.id()));
    // Removing a node also removes its lines; they are added again with the new ends.
    gone
      .union(gone.connectedEdges())
      .remove()
      .forEach((element) => void shown.delete(element.id()));
    const coming: ElementDefinition[] = [];
    for (const [id, element] of wanted) {
      const look = JSON.stringify([element.data, element.position, element.classes]);
      if (shown.get(id) === look) continue;
      shown.set(id, look);
      const drawn = core.getElementById(id);
      if (drawn.empty()) coming.push(element);
      else bringUpToDate(drawn, element);
    }
    core.add(coming);
  });
}

function idOf({ data }: ElementDefinition): string {
  return String(data.id);
}

function bringUpToDate(drawn: ReturnType<Core['getElementById']>, { data, position, classes }: ElementDefinition): void {
  const { id: _id, source: _source, target: _target, ...rest } = data;
  drawn.data(rest);
  if (position !== undefined) drawn.position(position);
  drawn.classes(Array.isArray(classes) ? classes : (classes ?? '').split(' '));
}

/** What stays, and the names of accents by node. */
interface Lit {
  ids: ReadonlySet<string>;
  accents?: ReadonlyMap<string, string>;
}

const accented = new WeakMap<Core, ReadonlyMap<string, string>>();
const NO_ACCENTS: ReadonlyMap<string, string> = new Map();

/** Fades everything outside the highlight and marks the selection. Null: no highlight. */
export function drawHighlight(core: Core, lit: Lit | null, selectedId: string | null): void {
  core.batch(() => {
    for (const [id, name] of accented.get(core) ?? NO_ACCENTS) core.getElementById(id).removeClass(accentClass(name));
    const accents = lit?.accents ?? NO_ACCENTS;
    for (const [id, name] of accents) core.getElementById(id).addClass(accentClass(name));
    accented.set(core, accents);
    core.elements().forEach((element) => {
      const of = String(element.data('of') ?? element.id());
      const isBack = lit !== null && !lit.ids.has(of) && !element.hasClass('lit');
      element.toggleClass('receded', isBack);
      element.toggleClass('selected', selectedId !== null && element.id() === selectedId);
    });
  });
}
