import { expect, it } from 'vitest';
import { isNarrowed, KINDS_OF, questionOf, type AuditView } from './auditAddress';
import { CHANGE_KINDS } from '@/contract/values/changes';

const view: AuditView = {
  tab: 'landscape',
  search: '',
  kind: [],
  op: [],
  actorId: null,
  entityId: null,
  changeSetId: null,
  from: null,
  to: null,
};
const ID = '3f2b8a52-6c1e-4f0a-9a53-0d6f8e1c7b44';

it('every kind of change is under exactly one tab', () => {
  expect([...KINDS_OF.landscape, ...KINDS_OF.administration].sort()).toEqual([...CHANGE_KINDS].sort());
});

it('without a filter all kinds of the tab are requested', () => {
  expect(questionOf({ ...view, tab: 'administration' })).toEqual({
    kind: ['tenant', 'api-key', 'membership', 'invitation', 'webhook', 'subscription', 'identity-provider', 'provisioning-token'],
  });
  expect(isNarrowed({ ...view, tab: 'administration' })).toBe(false);
});

it('filters are passed on; kinds of the other tab, invalid ids and invalid days are not', () => {
  const asked = questionOf({
    ...view,
    search: ' shop ',
    kind: ['component', 'api-key'],
    op: ['delete'],
    actorId: 'somebody',
    entityId: ID,
    changeSetId: 'broken',
    from: '2026-11-01',
    to: 'yesterday',
  });
  expect(asked).toEqual({
    kind: ['component'],
    search: 'shop',
    op: ['delete'],
    actorId: 'somebody',
    entityId: ID,
    since: new Date(2026, 10, 1).toISOString(),
  });
});

it('the last day is included to its end', () => {
  expect(questionOf({ ...view, to: '2026-11-20' }).until).toBe(new Date(2026, 10, 20, 23, 59, 59, 999).toISOString());
});
