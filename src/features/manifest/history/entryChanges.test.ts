import { expect, it } from 'vitest';
import { entryChanges } from './entryChanges';

const shop = '11111111-1111-4111-8111-111111111111';
const other = '22222222-2222-4222-8222-222222222222';

it('names what this apply names, shortens other ids, and leaves out what is not part of a landscape', () => {
  const changes = entryChanges([
    { op: 'create', kind: 'application', entityId: shop, technicalName: 'shop', fields: [] },
    {
      op: 'update',
      kind: 'component',
      entityId: other.replace('2', '3'),
      technicalName: 'web',
      fields: [
        { field: 'applicationId', from: other, to: shop },
        { field: 'datasetIds', from: [], to: [shop] },
      ],
    },
    {
      op: 'update',
      kind: 'segment',
      entityId: other,
      technicalName: 'buyers',
      fields: [{ field: 'capabilities', from: null, to: [{ capabilityId: shop, revenueShare: 1 }] }],
    },
    { op: 'update', kind: 'tenant', entityId: '44444444-4444-4444-8444-444444444444', technicalName: 'tenant', fields: [] },
  ]);
  expect(changes).toEqual([
    { op: 'create', kind: 'application', technicalName: 'shop', fields: [] },
    {
      op: 'update',
      kind: 'component',
      technicalName: 'web',
      fields: [
        { field: 'applicationId', from: 'buyers', to: 'shop' },
        { field: 'datasetIds', from: [], to: ['shop'] },
      ],
    },
    {
      op: 'update',
      kind: 'segment',
      technicalName: 'buyers',
      fields: [{ field: 'capabilities', from: null, to: [{ capabilityId: 'shop', revenueShare: 1 }] }],
    },
  ]);
  expect(
    entryChanges([
      {
        op: 'update',
        kind: 'component',
        entityId: shop,
        technicalName: 'web',
        fields: [{ field: 'applicationId', from: other, to: null }],
      },
    ])[0]?.fields,
  ).toEqual([{ field: 'applicationId', from: '22222222…', to: null }]);
});
