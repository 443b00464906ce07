import { createLoader } from 'nuqs/server';
import { expect, it } from 'vitest';
import { firstPictureInput } from './firstPictureInput';
import { readWindow, windowCookie } from '@/client/keptWindow';
import { lookCookie, lookInWindow, readLook, type KeptLook } from './keptLook';
import { landscapeParsers } from './landscapeAddress';

const readAddress = createLoader(landscapeParsers);
const KEPT: KeptLook = { size: { width: 1_186, height: 785 }, scheme: 'dark', grouping: 'team' };
const inputFor = (address: string) => firstPictureInput(readAddress(new URLSearchParams(address)), KEPT);

it('a look is read as it was kept', () => {
  for (const look of [KEPT, { ...KEPT, grouping: null }]) {
    const [, text] = /^faultline-landscape=([^;]+);/.exec(lookCookie('t', look)) ?? [];
    expect(readLook(text)).toEqual(look);
  }
});

it.each([
  undefined,
  '',
  'light',
  '1186x785.blue.team',
  '99999x785.dark.team',
  '-1x2.dark.team',
  '1186x785.dark.<team>',
  '1186x785.dark.team.more',
])('a look that nobody kept is none: %s', (text) => expect(readLook(text)).toBeNull());

it('a grouping that no longer exists is forgotten', () => {
  expect(readLook('1186x785.dark.planet')).toEqual({ ...KEPT, grouping: null });
});

it.each([
  ['', 'team'],
  ['grouping=tier', 'tier'],
  ['focus=a', null],
  ['level=map', null],
  ['component=a', 'team'],
])('of the address "%s", the first picture is grouped by %s', (address, grouping) => {
  const input = inputFor(address);
  expect(input?.picture).toMatchObject({ grouping, width: 1_120, height: 720 });
  expect(input?.marks).toEqual({ ...input?.picture, colourBy: null });
});

it.each(['view=table', 'at=2026-01-01T00:00:00Z', 'since=2026-01-01T00:00:00Z'])('a page at %s asks for itself', (address) => {
  expect(inputFor(address)).toBeNull();
});

it.each([
  [1_920, 1_080, 1_708, 958],
  [1_440, 900, 1_228, 778],
  [1_280, 800, 1_068, 640],
  [1_000, 768, 788, 608],
  [900, 800, 900, 592],
  [390, 844, 390, 712],
])('in a window of %d × %d that never showed it, the landscape is as large as the page measured', (width, height, ...measured) => {
  const kept = readWindow(/=([^;]+);/.exec(windowCookie({ width, height, scheme: 'light' }))?.[1]);
  expect(kept === null ? null : Object.values(lookInWindow(kept).size)).toEqual(measured);
});

it.each([undefined, '', '1440x900', '1440x900.blue', '1x1.dark', '14400x900.light'])('a window that nobody kept is none: %s', (text) =>
  expect(readWindow(text)).toBeNull(),
);
