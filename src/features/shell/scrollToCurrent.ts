/** Scrolls a list of links just so far that the current one is within it. The page around it never moves. */
export function scrollToCurrent(list: HTMLElement): void {
  const current = list.querySelector('[aria-current="page"]');
  if (current === null) return;
  const [held, link] = [list.getBoundingClientRect(), current.getBoundingClientRect()];
  list.scrollTop += beyond(link.top, link.bottom, held.top, held.bottom);
  list.scrollLeft += beyond(link.left, link.right, held.left, held.right);
}

/** How far a stretch lies outside another, in whole pixels as lists scroll; negative before its start. */
function beyond(from: number, to: number, start: number, end: number): number {
  if (from < start) return Math.floor(from - start);
  return Math.ceil(Math.max(0, to - end));
}
