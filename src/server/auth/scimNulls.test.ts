import { expect, it } from 'vitest';
import { withoutNullAttributes } from './scimNulls';

const asked = (method: string, body: string): Request =>
  new Request('http://localhost/api/scim/v2/Users', {
    method,
    body,
    headers: { 'content-type': 'application/scim+json', 'content-length': String(body.length), authorization: 'Bearer x' },
  });
const read = async (method: string, body: object): Promise<unknown> =>
  (await withoutNullAttributes(asked(method, JSON.stringify(body)))).json();

it('drops null attributes at any depth, and nothing else', async () => {
  const user = {
    userName: 'ada',
    externalId: null,
    active: false,
    name: { givenName: 'Ada', familyName: null },
    emails: [null, { value: 'a@b', type: null }],
  };
  expect(await read('POST', user)).toEqual({ userName: 'ada', active: false, name: { givenName: 'Ada' }, emails: [{ value: 'a@b' }] });
});

it('keeps what an operation of a patch sets to null, but drops null attributes of what it sets', async () => {
  const Operations = [
    { op: 'replace', path: 'displayName', value: null },
    { op: 'replace', path: null, value: { active: true, title: null } },
  ];
  expect(await read('PATCH', { Operations })).toEqual({
    Operations: [
      { op: 'replace', path: 'displayName', value: null },
      { op: 'replace', value: { active: true } },
    ],
  });
});

it.each(['{"userName": null', 'null and void', '"null"'])('leaves %s to whoever reads it', async (body) => {
  expect(await (await withoutNullAttributes(asked('POST', body))).text()).toBe(body);
});

it('keeps method and headers, and a request without a body as it is', async () => {
  const read = await withoutNullAttributes(asked('PUT', '{"a":null}'));
  expect([read.method, read.headers.get('authorization'), read.headers.get('content-type')]).toEqual([
    'PUT',
    'Bearer x',
    'application/scim+json',
  ]);
  const empty = new Request('http://localhost/api/scim/v2/Users');
  expect(await withoutNullAttributes(empty)).toBe(empty);
});
