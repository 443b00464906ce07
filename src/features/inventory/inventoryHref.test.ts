import { expect, it } from 'vitest';
import { inventoryHref } from '@/client/inventoryHref';
import { ENTITY_KINDS } from '@/domain/vocabulary';
import { kindAt, tableHref } from './kindFacts';

it('other pages link to an entity with the same address as the inventory itself', () => {
  for (const kind of ENTITY_KINDS) {
    const href = inventoryHref('t1', kind, 'i1');
    expect(href).toBe(`${tableHref('t1', kind)}?open=i1`);
    const [path = '', search] = href.split('?');
    expect([kindAt(path.split('/').at(-1) ?? ''), search]).toEqual([kind, 'open=i1']);
  }
});
