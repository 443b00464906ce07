import { expect, it } from 'vitest';
import { readFieldFacts } from './fieldFacts';
import held from './values/fieldFacts.json';

it('the fields from which the browser builds forms are those of the schemas (npm run schema:fields updates them)', () => {
  expect(held).toEqual(readFieldFacts());
});
