/** The command palette's own state: who opens it, and which row Enter takes. */
import { createSpotlight } from '@mantine/spotlight';

export const [paletteStore, palette] = createSpotlight();

/** The list that the palette's field controls. */
export const CHOICES_ID = 'palette-choices';

/** Mantine selects the first row when letters are typed; rows that come later, found by the server, are there after that. */
export function selectFirstRow(): void {
  const { listId } = paletteStore.getState();
  const rows = [...(document.getElementById(listId)?.querySelectorAll('[data-action]') ?? [])];
  for (const row of rows) row.removeAttribute('data-selected');
  rows[0]?.setAttribute('data-selected', 'true');
  paletteStore.updateState((state) => ({ ...state, selected: rows.length === 0 ? -1 : 0 }));
}

/**
 * Mantine shows the selected row to the eye alone. This tells of it to screen readers as well: the rows are options of a list, and the field, where the
 * focus stays, names the one that is selected. A ref of the list.
 */
export function announceSelection(list: HTMLElement | null): (() => void) | undefined {
  if (list === null) return undefined;
  const tell = (): void => {
    const rows = [...list.querySelectorAll<HTMLElement>('[data-action]')];
    rows.forEach((row, place) => {
      row.id = `${CHOICES_ID}-${place}`;
      row.setAttribute('aria-selected', String(row.hasAttribute('data-selected')));
    });
    const field = list.ownerDocument.querySelector(`[aria-controls="${CHOICES_ID}"]`);
    const selected = rows.find((row) => row.hasAttribute('data-selected'));
    if (selected === undefined) field?.removeAttribute('aria-activedescendant');
    else field?.setAttribute('aria-activedescendant', selected.id);
  };
  const observer = new MutationObserver(tell);
  observer.observe(list, { subtree: true, childList: true, attributeFilter: ['data-selected'] });
  tell();
  return () => observer.disconnect();
}
