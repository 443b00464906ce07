/** Packs pictures and their marks for the browser, and unpacks them there; nothing is lost on the way. */
import type { PackedMarks, PackedPicture, PictureThing } from '@/contract/packedPicture';
import type { Picture, PictureMark, PictureMarks, PictureRow } from '@/contract/picture';

const NUMBERS_A_ROW = 7;
const IS_NAMED = 1;
/** Its id ends with its card. */
const IS_IN_SEVERAL = 2;
const IN = ' in ';

export function packPicture(picture: Picture): PackedPicture {
  const things = new Places<PictureThing>();
  const packRow = ({ id, of, technicalName, name, kind, isExternal, count, isNamed, box }: PictureRow): number[] => [
    things.placeOf(of, () => ({ of, technicalName, name, kind, isExternal })),
    count,
    (isNamed ? IS_NAMED : 0) + (id === of ? 0 : IS_IN_SEVERAL),
    ...[box.x, box.y, box.width, box.height],
  ];
  const cards = picture.cards.map((card) => ({ ...card, rows: card.rows.flatMap(packRow) }));
  return { ...picture, cards, things: things.list };
}

export function unpackPicture({ things, ...picture }: PackedPicture): Picture {
  const unpackRow = (card: string, [place = 0, count = 0, flags = 0, x = 0, y = 0, width = 0, height = 0]: number[]): PictureRow => {
    const { of, ...known } = things[place]!;
    const id = (flags & IS_IN_SEVERAL) === 0 ? of : `${of}${IN}${card}`;
    return { id, of, ...known, count, isNamed: (flags & IS_NAMED) !== 0, box: { x, y, width, height } };
  };
  return {
    ...picture,
    cards: picture.cards.map((card) => ({ ...card, rows: slices(card.rows, NUMBERS_A_ROW).map((row) => unpackRow(card.id, row)) })),
  };
}

const NUMBERS_A_MARK = 3;

export function packMarks({ marks, ...others }: PictureMarks): PackedMarks {
  const names = new Places<string>();
  const looks = new Places<Omit<PictureMark, 'id'>>();
  const placeOf = (name: string): number => names.placeOf(name, () => name);
  const packed = marks.flatMap(({ id, ...look }) => {
    const end = id.indexOf(IN);
    const parts = end === -1 ? [placeOf(id), -1] : [placeOf(id.slice(0, end)), placeOf(id.slice(end + IN.length))];
    return [...parts, looks.placeOf(JSON.stringify(look), () => look)];
  });
  return { ...others, names: names.list, looks: looks.list, marks: packed };
}

export function unpackMarks({ names, looks, marks, ...others }: PackedMarks): PictureMarks {
  const unpack = ([name = 0, card = -1, look = 0]: number[]): PictureMark => {
    const id = card === -1 ? names[name]! : `${names[name]!}${IN}${names[card]!}`;
    return { id, ...looks[look]! };
  };
  return { ...others, marks: slices(marks, NUMBERS_A_MARK).map(unpack) };
}

/** Values in the order in which they first occur. */
class Places<Value> {
  readonly list: Value[] = [];
  readonly #places = new Map<string, number>();

  placeOf(key: string, value: () => Value): number {
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    this.#places.set(key, this.list.length);
    return this.list.push(value()) - 1;
  }
}

function slices(numbers: readonly number[], size: number): number[][] {
  return Array.from({ length: numbers.length / size }, (_, at) => numbers.slice(at * size, (at + 1) * size));
}
