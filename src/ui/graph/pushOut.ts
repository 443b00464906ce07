/** Moves something straight out of what covers it, as far as to where nothing else lies. Pure. */

export interface Rectangle {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** One step along one axis. */
interface Way {
  x: -1 | 0 | 1;
  y: -1 | 0 | 1;
}

export function around({ x, y }: { x: number; y: number }, { width, height }: { width: number; height: number }, room = 0): Rectangle {
  return { left: x - width / 2 - room, right: x + width / 2 + room, top: y - height / 2 - room, bottom: y + height / 2 + room };
}

/** What only touches does not lie over each other. */
export function liesOver(one: Rectangle, other: Rectangle): boolean {
  return one.right > other.left && one.left < other.right && one.bottom > other.top && one.top < other.bottom;
}

/** By the side of `cover` that is nearer, for its size, then on beyond whatever of `taken` is in the way. */
export function pushOut(one: Rectangle, cover: Rectangle, taken: readonly Rectangle[]): Rectangle {
  const way = wayOut(one, cover);
  let place = beyond(one, cover, way);
  for (;;) {
    const over = taken.find((other) => liesOver(place, other));
    if (over === undefined) return place;
    place = beyond(place, over, way);
  }
}

function wayOut(one: Rectangle, cover: Rectangle): Way {
  const x = (one.left + one.right - cover.left - cover.right) / (cover.right - cover.left);
  const y = (one.top + one.bottom - cover.top - cover.bottom) / (cover.bottom - cover.top);
  if (Math.abs(x) > Math.abs(y)) return { x: x < 0 ? -1 : 1, y: 0 };
  return { x: 0, y: y < 0 ? -1 : 1 };
}

function beyond({ left, right, top, bottom }: Rectangle, other: Rectangle, way: Way): Rectangle {
  const x = way.x === 0 ? 0 : way.x > 0 ? other.right - left : other.left - right;
  const y = way.y === 0 ? 0 : way.y > 0 ? other.bottom - top : other.top - bottom;
  return { left: left + x, right: right + x, top: top + y, bottom: bottom + y };
}
