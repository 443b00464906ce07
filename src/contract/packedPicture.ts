/**
 * A picture and its marks as sent to the browser. On a map of many zones, an application has a cell in each of them, thousands in all: what
 * they have in common is sent once, and the rest as numbers.
 */
import { z } from 'zod';
import { Picture, PictureCard, PictureMarks, PictureRow } from './picture';

const thing = PictureRow.pick({ of: true, technicalName: true, name: true, kind: true, isExternal: true });
export type PictureThing = z.infer<typeof thing>;

export const PackedPicture = Picture.extend({
  /** What rows stand for, each once. */
  things: z.array(thing),
  cards: z.array(
    PictureCard.extend({
      /** Seven numbers a row: its place in `things`, its count, its flags, and its box (x, y, width, height). */
      rows: z.array(z.number()),
    }),
  ),
});
export type PackedPicture = z.infer<typeof PackedPicture>;

export const PackedMarks = PictureMarks.extend({
  /** Ids, and the parts of those that name a thing in a card. */
  names: z.array(z.string()),
  /** How marks look, each look once. */
  looks: z.array(PictureMarks.shape.marks.element.omit({ id: true })),
  /** Three numbers a mark: the places of its name and of the card that it is in, -1 for none, and of its look. */
  marks: z.array(z.int()),
});
export type PackedMarks = z.infer<typeof PackedMarks>;
