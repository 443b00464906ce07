/** A row of a picture, for tests of what is made of it. */
import type { PictureRow } from '@/contract/picture';

export function pictureRow(more: Partial<PictureRow> = {}): PictureRow {
  const box = { x: 0, y: 0, width: 1, height: 1 };
  const named = { id: 'row', of: 'row', technicalName: 'row', name: 'Row' };
  return { ...named, kind: 'WebAPI', isExternal: false, count: 1, isNamed: true, box, ...more };
}
