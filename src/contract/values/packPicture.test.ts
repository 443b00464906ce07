/** What is packed for the browser comes out of it as it was; what thousands of cells have in common is sent once. */
import { expect, it } from 'vitest';
import { packMarks, packPicture, unpackMarks, unpackPicture } from './packPicture';
import type { Picture, PictureMark, PictureMarks, PictureRow } from '@/contract/picture';

const zones = ['zone-a', 'team Care in Rome', 'none'];
const box = { x: 1.5, y: 2, width: 9, height: 9 };

const row = (place: number, card: string): PictureRow => ({
  id: place === 0 ? 'app-0' : `app-${place} in ${card}`,
  of: `app-${place}`,
  technicalName: `application-${place}`,
  name: `Application ${place}, in Rome`,
  kind: 'Application',
  isExternal: place % 2 === 1,
  count: place,
  isNamed: place % 3 === 1,
  box: { ...box, x: box.x * place },
});

function pictureOf(cells: number): Picture {
  const cards = zones.map((id) => ({
    ...{
      id,
      group: id,
      kind: 'hosting-zone' as const,
      title: id,
      count: cells,
      isOpen: false,
      box,
      titleHeight: 23,
      more: null,
      shares: box,
    },
    rows: Array.from({ length: cells }, (_, place) => row(place, id)).filter((one) => one.id !== 'app-0' || id === 'none'),
  }));
  return {
    ...{ landscapeVersion: 3, grouping: 'hosting-zone', level: 'map', levels: ['map'], size: { width: 9, height: 9 }, cards },
    ...{ headings: [], boxes: [], stacks: [], lines: [] },
    omitted: { components: 0, lines: 0, dependencies: 0, within: 7 },
    counts: { components: cells, applications: cells, dependencies: 7 },
    matching: { components: cells, dependencies: 7, groups: 3 },
  };
}

function marksOf({ cards }: Picture): PictureMarks {
  const plain: Omit<PictureMark, 'id'> = {
    ...{ health: 'Warning', isUnderMaintenance: false, isCause: true, unhealthy: 1 },
    ...{ colour: 'cause', text: null, shares: [] },
  };
  return {
    ...{ landscapeVersion: 3, colourBy: 'health', legend: [], failing: ['line'], withheld: false },
    marks: cards.flatMap(({ id, rows }): PictureMark[] => [
      { id, ...plain, shares: [{ colour: 'cause', count: 2 }] },
      ...rows.map((one) => ({ id: one.id, ...plain, unhealthy: one.count % 2 })),
    ]),
  };
}

it('a picture and its marks arrive as they were', () => {
  const picture = pictureOf(5);
  expect(unpackPicture(packPicture(picture))).toEqual(picture);
  const marks = marksOf(picture);
  expect(unpackMarks(packMarks(marks))).toEqual(marks);
});

it('names, ids and looks are sent once, however many cells have them', () => {
  const picture = pictureOf(1_000);
  const sent = JSON.stringify(packPicture(picture));
  expect(sent.split('Application 777').length - 1).toBe(1);
  expect(sent.length).toBeLessThan(JSON.stringify(picture).length / 3);
  const marks = marksOf(picture);
  const packed = packMarks(marks);
  // Two of the cells, and one of the cards.
  expect(packed.looks).toHaveLength(3);
  expect(JSON.stringify(packed).length).toBeLessThan(JSON.stringify(marks).length / 6);
});
