import { createLoader } from 'nuqs/server';
import { expect, it } from 'vitest';
import { firstPictureInput } from './firstPictureInput';
import { lookCookie, readLook, type KeptLook } from './keptLook';
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
