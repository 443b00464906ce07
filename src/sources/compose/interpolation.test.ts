import { describe, expect, it } from 'vitest';
import { interpolate, readEnvFile } from './interpolation';

const variables = new Map([
  ['NAME', 'shop'],
  ['EMPTY', ''],
]);

describe('variables in compose files', () => {
  it.each([
    ['$NAME-db', 'shop-db'],
    ['${NAME}_1', 'shop_1'],
    ['${MISSING:-x}', 'x'],
    ['${MISSING-x}', 'x'],
    ['${EMPTY:-x}', 'x'],
    ['${EMPTY-x}', ''],
    ['${NAME:+yes}', 'yes'],
    ['${MISSING:+yes}', ''],
    ['${MISSING:-${NAME:-y}}', 'shop'],
    ['${MISSING:?say it}', '${MISSING}'],
    ['${MISSING}', '${MISSING}'],
    ['$MISSING/x', '$MISSING/x'],
    ['cost: $$5', 'cost: $5'],
    ['${NAME', '${NAME'],
    ['${not a name}', '${not a name}'],
    ['5$ and $', '5$ and $'],
  ])('%s is read as %s', (text, expected) => {
    expect(interpolate(text, variables)).toBe(expected);
  });

  it('reads a .env file as compose does', () => {
    const text = '# comment\nA=1\nexport B = two # trailing\nC="x\\ny"\nD=\'$A\'\nE=${A}/x\nnonsense\n';
    expect([...readEnvFile(text)]).toEqual([
      ['A', '1'],
      ['B', 'two'],
      ['C', 'x\ny'],
      ['D', '$A'],
      ['E', '1/x'],
    ]);
  });
});
