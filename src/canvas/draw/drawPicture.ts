/** Updates Cytoscape to match a picture with the fewest changes: elements that stay are updated in place. */
import type { Core, ElementDefinition } from 'cytoscape';

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
