/** The command palette's own state: how it opens, and which row Enter takes. */
import { createSpotlight } from '@mantine/spotlight';

export const [paletteStore, palette] = createSpotlight();

/** The id of the list that the palette's input controls. */
export const CHOICES_ID = 'palette-choices';

/**
 * Mantine selects the first row while somebody types, but search results arrive later. Selects the first row again, unless somebody has
 * moved on.
 */
export function selectFirstRow(): void {
  const { listId, selected } = paletteStore.getState();
  const rows = [...(document.getElementById(listId)?.querySelectorAll('[data-action]') ?? [])];
  const held = selected > 0 ? rows.findIndex((row) => row.hasAttribute('data-selected')) : -1;
  const place = rows.length === 0 ? -1 : Math.max(0, held);
  rows.forEach((row, index) => (index === place ? row.setAttribute('data-selected', 'true') : row.removeAttribute('data-selected')));
  paletteStore.updateState((state) => ({ ...state, selected: place }));
}

/**
 * Mantine marks the selected row only visually. This announces it to screen readers too: the rows become options of a list, and the input,
 * which keeps the focus, names the selected one. Pass it as the ref of the list.
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
