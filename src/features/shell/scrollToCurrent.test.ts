import { expect, it } from 'vitest';
import { scrollToCurrent } from './scrollToCurrent';

const rect = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });

function listWith(link: ReturnType<typeof rect> | null) {
  const current = link === null ? null : { getBoundingClientRect: () => link };
  const list = { scrollTop: 100, scrollLeft: 50, querySelector: () => current, getBoundingClientRect: () => rect(0, 200, 300, 400) };
  scrollToCurrent(list as unknown as HTMLElement);
  return [list.scrollLeft, list.scrollTop];
}

it.each([
  ['within the list', rect(10, 210, 90, 240), [50, 100]],
  ['below the list', rect(10, 430, 90, 460), [50, 160]],
  ['a part of a pixel below the list', rect(10, 370, 90, 400.02), [50, 101]],
  ['above the list', rect(10, 150, 90, 180), [50, 50]],
  ['to the right of the list', rect(280, 210, 360, 240), [110, 100]],
  ['nowhere', null, [50, 100]],
])('with the current link %s, the list scrolls just as far as it must', (_case, link, scrolled) => {
  expect(listWith(link)).toEqual(scrolled);
});
