import { expect, it } from 'vitest';
import { commandsOf } from './curlLine';

const facts = { origin: 'https://faultline.example', tenantId: 't', key: 'flt_x' };
const AUTHORISED = 'curl -H "Authorization: Bearer flt_x"';
const READS = `${AUTHORISED} "https://faultline.example/api/t/applications?limit=5"`;
const PREVIEWS = `${AUTHORISED} -X POST -H "Content-Type: application/yaml" --data-binary @landscape.yaml "https://faultline.example/api/t/manifest/preview"`;
const REPORTS = `${AUTHORISED} -X POST -H "Content-Type: application/json" -d '{"state":"Healthy"}' "https://faultline.example/api/t/components/COMPONENT/health"`;

it.each([
  [['read'], [READS]],
  [['health'], [REPORTS]],
  [['write'], [PREVIEWS]],
  [
    ['health', 'read'],
    [READS, REPORTS],
  ],
] as const)('the examples for a key with %j use what the key may do, and all of it', (scopes, lines) => {
  expect(commandsOf(scopes, facts).map(({ text }) => text)).toEqual(lines);
});
