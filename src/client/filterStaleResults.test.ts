import { expect, test } from 'vitest';
import type { FoundEntity } from '@/contract/landscapePicture';
import { filterStaleResults } from './filterStaleResults';

const entity = (name: string, technicalName: string): FoundEntity => ({ kind: 'component', id: technicalName, name, technicalName });
const FOUND = [entity('Ads', 'ad'), entity('Accounting', 'accounting'), entity('Astronomy database', 'astronomy-db')];

test.each([
  ['astronomy d', ['astronomy-db']],
  [' ASTRONOMY-D ', ['astronomy-db']],
  ['a', ['ad', 'accounting', 'astronomy-db']],
  ['ad', ['ad']],
  ['nothing of it', []],
])('typing on to %j keeps only the earlier results that have it in a name', (typed, expected) => {
  expect(filterStaleResults(FOUND, typed).map(({ technicalName }) => technicalName)).toEqual(expected);
});
