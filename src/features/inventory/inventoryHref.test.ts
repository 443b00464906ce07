import { expect, it } from 'vitest';
import { inventoryHref as hrefFromOutside } from '@/client/inventoryHref';
import { ENTITY_KINDS } from '@/domain/vocabulary';
import { inventoryHref, kindAt } from './kindFacts';

it('other pages link to an entity with the same address as the inventory itself', () => {
  for (const kind of ENTITY_KINDS) {
    const href = hrefFromOutside('t1', kind, 'i1');
    expect(href).toBe(inventoryHref('t1', kind, 'i1'));
    const [path = '', search] = href.split('?');
    expect([kindAt(path.split('/').at(-1) ?? ''), search]).toEqual([kind, 'open=i1']);
  }
});
