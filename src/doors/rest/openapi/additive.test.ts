/** Whoever was generated from the document of version 2.0.0 is still served: this version only adds. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { breaches, type ApiDocument } from '@/test/additive';
import { openapiDocument } from './openapiDocument';

const older = JSON.parse(gunzipSync(readFileSync('src/test/openapi-2.0.0.json.gz')).toString()) as ApiDocument;
const newer = openapiDocument() as unknown as ApiDocument;

describe('the document', () => {
  it('takes nothing away from a client of version 2.0.0, and asks nothing new of it', () => {
    expect(Object.keys(older.paths).length).toBeGreaterThan(50);
    expect(breaches(older, newer)).toEqual([]);
  });

  it.each<[string, (document: ApiDocument) => void, string]>([
    ['a route that is gone', ({ paths }) => delete paths['/incidents'], 'get /incidents is gone'],
    [
      'a new duty',
      ({ paths }) => paths['/incidents']!.get!.parameters!.push({ in: 'query', name: 'why', required: true }),
      'get /incidents: query why is required now',
    ],
    [
      'an answer that is gone',
      ({ paths }) => delete paths['/incidents']!.get!.responses['200'],
      'get /incidents: never answers 200 any more',
    ],
  ])('finds %s', (_, change, line) => {
    const worse = structuredClone(newer);
    change(worse);
    expect(breaches(older, worse)).toEqual([line]);
  });

  it('finds a field that is gone, one that may be missing, and a value that was not possible before', () => {
    const document = (schema: object): ApiDocument => ({
      paths: { '/x': { get: { responses: { 200: { content: { json: { schema } } } } } } },
      components: {},
    });
    const object = (properties: object, required: string[]) => ({ type: 'object', properties, required });
    const before = document(object({ state: { enum: ['Open'] }, name: { type: 'string' } }, ['state', 'name']));
    const worse = (schema: object): string[] => breaches(before, document(schema));
    expect(
      worse(object({ state: { enum: ['Open'] }, name: { type: 'string' }, more: { type: 'number' } }, ['state', 'name', 'more'])),
    ).toEqual([]);
    expect(worse(object({ state: { enum: ['Open', 'Shut'] }, name: { type: ['string', 'null'] } }, ['state']))).toEqual([
      'get /x 200.state: may also be Shut',
      'get /x 200.name: may be null now',
      'get /x 200.name may be missing',
    ]);
    expect(worse(object({ state: { enum: ['Open'] } }, ['state']))).toEqual(['get /x 200.name is gone', 'get /x 200.name may be missing']);
  });
});
