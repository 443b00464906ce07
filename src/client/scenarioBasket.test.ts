import { describe, expect, test } from 'vitest';
import { MOST_MEMBERS, readBasket, readMember, scenarioHref, withMembers, writtenMember, type BasketMember } from './scenarioBasket';

const A = '3f2b8a52-6c1e-4f0a-9a53-0d6f8e1c7b44';
const B = '3f2b8a52-6c1e-4f0a-9a53-0d6f8e1c7b45';
const member: BasketMember = { kind: 'hosting-zone', id: A, state: 'Degraded', isOff: true };

describe('a basket in an address', () => {
  test('is read as it was written', () => {
    expect(writtenMember(member)).toBe(`!hosting-zone:${A}:Degraded`);
    expect(readMember(writtenMember(member))).toEqual(member);
    expect(readBasket([member, { ...member, id: B, isOff: false }].map(writtenMember).join(','))).toHaveLength(2);
    expect(scenarioHref('t', [member])).toBe(`/t/t/scenarios?fail=%21hosting-zone%3A${A}%3ADegraded`);
  });

  test.each(['', 'component', `component:${A}`, `component:db-a:Outage`, `table:${A}:Outage`, `component:${A}:Healthy`])(
    'leaves out %j, which is not a valid member',
    (text) => {
      expect(readMember(text)).toBeNull();
      expect(readBasket(text)).toEqual([]);
    },
  );

  test('holds each entity once, unchanged, and no more than a URL can hold', () => {
    expect(
      withMembers(
        [member],
        [
          { kind: 'hosting-zone', id: A },
          { kind: 'component', id: B },
        ],
      ),
    ).toEqual([member, { kind: 'component', id: B, state: 'Outage', isOff: false }]);
    const many = Array.from({ length: 150 }, (_, number) => ({ kind: 'component' as const, id: `${number}` }));
    expect(withMembers([], many)).toHaveLength(MOST_MEMBERS);
  });
});
