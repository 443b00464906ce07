import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { guid } from '@/contract/fields';
import { queryCodecs, readQuery } from './queryCodec';

const codecs = queryCodecs({
  search: z.string().min(1).optional(),
  limit: z.int().min(1).max(200).optional(),
  flag: z.boolean().optional(),
  kinds: z
    .array(z.enum(['A', 'B']))
    .min(1)
    .optional(),
  id: guid.optional(),
});

function mistakesOf(query: string): unknown {
  const { values, issues } = readQuery(query, codecs);
  return issues.length === 0 ? values : issues.map(({ path, message }) => `${path} ${message}`);
}

describe('a query', () => {
  it.each([
    ['', {}],
    ['search=a%20b+c%2B%26', { search: 'a b c+&' }],
    ['search=', { search: '' }],
    ['limit=50&flag=false', { limit: 50, flag: false }],
    ['limit=-3', { limit: -3 }],
    ['kinds=A', { kinds: ['A'] }],
    ['kinds=A,B', { kinds: ['A', 'B'] }],
    ['kinds=A%2CB', { kinds: ['A', 'B'] }],
    ['kinds=C', { kinds: ['C'] }],
    ['kinds=A&kinds=B', { kinds: ['A', 'B'] }],
    ['kinds=A&limit=1&kinds=B,C&search=x', { kinds: ['A', 'B', 'C'], limit: 1, search: 'x' }],
    ['&limit=1&', { limit: 1 }],
  ])('reads %s strictly', (query, values) => {
    expect(mistakesOf(query)).toEqual(values);
  });

  it.each(['0x10', '1e2', '1.0', '01', '+1', ' 1', '', 'abc', '１', '9'.repeat(16), 'Infinity'])(
    'does not read %j as a whole number',
    (text) => {
      expect(mistakesOf(`limit=${encodeURIComponent(text)}`)).toEqual(['limit must be a whole number, in plain digits']);
    },
  );

  it.each(['True', '1', '0', 'yes', '', 'false '])('does not read %j as true or false', (text) => {
    expect(mistakesOf(`flag=${encodeURIComponent(text)}`)).toEqual(['flag must be true or false']);
  });

  it.each([
    ['kinds=', ['kinds must be one value or several separated by commas, none of them empty']],
    ['kinds=A,', ['kinds must be one value or several separated by commas, none of them empty']],
    ['kinds=A,A', ['kinds names a value twice']],
    ['kinds=A&kinds=A', ['kinds names a value twice']],
    ['kinds=A&kinds=', ['kinds must be one value or several separated by commas, none of them empty']],
    ['limit=1&limit=1', ['limit is given twice, but takes one value']],
    ['search=%ff', ['search is not valid percent-encoded UTF-8']],
    ['search=%', ['search is not valid percent-encoded UTF-8']],
    ['nix=1&Limit=2', ['nix is not a known query parameter', 'Limit is not a known query parameter']],
    ['kinds[]=A', ['kinds[] is not a known query parameter']],
    ['__proto__=1', ['__proto__ is not a known query parameter']],
    ['%zz=1', ['%zz=1 is not a known query parameter']],
    ['limit=x&flag=x', ['limit must be a whole number, in plain digits', 'flag must be true or false']],
  ])('refuses %s and names each mistake', (query, mistakes) => {
    expect(mistakesOf(query)).toEqual(mistakes);
  });
});
