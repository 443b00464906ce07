/** No picture of a landscape states anything that REST does not: each line end, count, name and membership, as it is drawn. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { CanvasNode, CanvasPicture } from '@/canvas/model/picture';
import { checkLandscape, listLandscape, type CheckedPicture } from '@/lab/checkLandscape';
import { consumeHealth } from '@/server/health/consume';
import { browserClient } from './browserClient';
import { useTestDatabase } from './database';
import { falseStatements } from '@/lab/drawnLandscape';
import { manifestOfFacts } from './manifestOfFacts';
import { pictureLandscape } from './pictureLandscapes';
import { sendToWeb } from './restMounts';
import { signedInMember } from './restPeople';
import { createRestTenant } from './restTenants';

const { database } = await useTestDatabase();

const manifest = (file: string): string => readFileSync(fileURLToPath(new URL(`landscapes/${file}`, import.meta.url)), 'utf8');
const random = (components: number, applications: number): string =>
  JSON.stringify(manifestOfFacts(pictureLandscape(components, components * 2, applications, components), 'random'), (key, value: unknown) =>
    key === 'name' && typeof value === 'string' ? (value.trim() === '' ? 'Blank' : value.trim().slice(0, 200)) : value,
  );

async function signedInTo(text: string, failing: string) {
  const tenant = await createRestTenant(database, sendToWeb);
  const applied = await tenant.call(
    'POST',
    '/manifest/apply',
    { raw: text, headers: { 'content-type': text.startsWith('{') ? 'application/json' : 'application/yaml' } },
    tenant.keys.revenue,
  );
  expect(applied.status, applied.text).toBe(200);
  expect((await tenant.call('POST', `/components/${failing}/health`, { json: { state: 'Outage' } })).status).toBe(202);
  await consumeHealth(30_000, tenant.tenantId);
  const client = browserClient(tenant.tenantId, await signedInMember(database, tenant.tenantId, 'Viewer'));
  return { client, known: await listLandscape(client) };
}

async function check(text: string, failing: string): Promise<void> {
  const { client, known } = await signedInTo(text, failing);
  expect(known.affected.size).toBeGreaterThan(0);
  let pictures = 0;
  for await (const { name, problems } of checkLandscape(client, known)) {
    expect(problems, name).toEqual([]);
    pictures++;
  }
  expect(pictures).toBeGreaterThan(10);
}

it('the demo shop', async () => check(manifest('opentelemetry-demo.yaml'), 'kafka'));

it('57 components of one application', { tags: ['long'] }, async () => check(manifest('sentry-self-hosted.yaml'), 'postgres'));

it.each([
  [60, 14],
  [400, 40],
  [1_000, 100],
  [10_000, 1_000],
])('%i random components in %i applications', { tags: ['long'] }, async (components, applications) =>
  check(random(components, applications), 'n1-0-0'),
);

it('the check notices a line beside another row, a wrong count, a wrong name, and a row of another card', async () => {
  const { client, known } = await signedInTo(manifest('opentelemetry-demo.yaml'), 'kafka');
  const { value } = await checkLandscape(client, known).next();
  const { drawn, grouping } = value as CheckedPicture;
  expect(falseStatements(drawn, known, grouping)).toEqual([]);
  const withNodes = (change: (node: CanvasNode) => CanvasNode): CanvasPicture => ({ ...drawn, nodes: drawn.nodes.map(change) });
  const rows = drawn.nodes.filter(({ classes }) => classes.includes('row'));
  const cards = drawn.nodes.filter(({ layer }) => layer === 'card');
  const away = cards.find(({ box }) => rows[0]!.box.x > box.x + box.width || rows[0]!.box.x < box.x)!;
  const twisted: Record<string, CanvasPicture> = {
    'a line beside another row': {
      ...drawn,
      lines: drawn.lines.map((line) => ({ ...line, points: line.points.map(({ x, y }) => ({ x, y: y + 25 })) })),
    },
    'a wrong number on a line': {
      ...drawn,
      lines: drawn.lines.map((line) => (line.label === undefined ? line : { ...line, label: '99' })),
    },
    'a wrong count': withNodes((node) => (node.layer === 'title' ? { ...node, aside: '99' } : node)),
    'a wrong state': withNodes((node) => (node.aside === 'Cause' ? { ...node, aside: '' } : node)),
    'a wrong name': withNodes((node) => (node.id === rows[0]!.id ? { ...node, label: 'Something else' } : node)),
    'a row of another card': withNodes((node) =>
      node.id === rows[0]!.id ? { ...node, box: { ...node.box, x: away.box.x, y: away.box.y } } : node,
    ),
    'a card that is not there': { ...drawn, nodes: drawn.nodes.filter(({ id }) => id !== cards[0]!.id) },
  };
  for (const [what, picture] of Object.entries(twisted)) expect(falseStatements(picture, known, grouping), what).not.toEqual([]);
});
