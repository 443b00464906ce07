import { expect, it } from 'vitest';
import { curlLine } from './curlLine';

const facts = { origin: 'https://faultline.example', tenantId: 't', key: 'flt_x' };

it.each([
  [['health', 'read'], `curl -H "Authorization: Bearer flt_x" "https://faultline.example/api/t/applications?limit=5"`],
  [
    ['write', 'health'],
    `curl -X POST -H "Authorization: Bearer flt_x" -H "Content-Type: application/json" -d '{"state":"Healthy"}' "https://faultline.example/api/t/components/COMPONENT/health"`,
  ],
  [
    ['write'],
    `curl -X POST -H "Authorization: Bearer flt_x" -H "Content-Type: application/yaml" --data-binary @landscape.yaml "https://faultline.example/api/t/manifest/preview"`,
  ],
] as const)('the example for a key with %j uses what the key may do', (scopes, line) => {
  expect(curlLine({ ...facts, scopes })).toBe(line);
});
