/** The command palette's own state: who opens it, and which row Enter takes. */
import { createSpotlight } from '@mantine/spotlight';

export const [paletteStore, palette] = createSpotlight();

/** Mantine selects the first row when letters are typed; rows that come later, found by the server, are there after that. */
export function selectFirstRow(): void {
  const { listId } = paletteStore.getState();
  const rows = [...(document.getElementById(listId)?.querySelectorAll('[data-action]') ?? [])];
  for (const row of rows) row.removeAttribute('data-selected');
  rows[0]?.setAttribute('data-selected', 'true');
  paletteStore.updateState((state) => ({ ...state, selected: rows.length === 0 ? -1 : 0 }));
}
