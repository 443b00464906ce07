import { createTRPCClient, httpLink } from '@trpc/client';
import { afterEach, expect, it, vi } from 'vitest';
import { roomIn } from '@/canvas/camera/viewport';
import { fetchOrForeignAnswer } from '@/client/foreignAnswer';
import type { AppRouter } from '@/server/procedures/root';
import { earlyScript, takeEarlyAnswer } from './earlyQuestions';

const TENANT_ID = '11111111-1111-4111-8111-111111111111';
const STAGE = { elementId: 'stage', margin: 16, step: 160 };
const INPUT = { grouping: null, level: null, open: ['</script>'], filters: {}, question: null, width: 0, height: 0 };
const answered = (): Promise<Response> =>
  Promise.resolve(new Response('{"result":{"data":{}}}', { headers: { 'content-type': 'application/json' } }));

function addStage(width: number, height: number): void {
  const stage = document.createElement('div');
  stage.id = STAGE.elementId;
  Object.defineProperties(stage, { clientWidth: { value: width }, clientHeight: { value: height } });
  document.body.append(stage);
}

/** As the browser does when it reads the page. */
function run(script: string): void {
  new Function(script)();
}

const ask = (stage: typeof STAGE | null): void => run(earlyScript(TENANT_ID, [{ procedure: 'landscape.picture', input: INPUT }], stage));
const asked = (): string[] => vi.mocked(fetch).mock.calls.map(([address]) => String(address));

afterEach(() => {
  document.body.replaceChildren();
  globalThis.faultlineEarlyAnswers = undefined;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it.each([
  [1186, 785],
  [358, 610],
  [100, 90],
])('requests exactly the picture that the page needs in %i × %i pixels, so that the page requests nothing again', async (width, height) => {
  vi.stubGlobal('fetch', vi.fn(answered));
  addStage(width, height);
  ask(STAGE);
  const room = roomIn({ width, height });
  const stepped = (pixels: number): number => Math.max(STAGE.step, Math.floor(pixels / STAGE.step) * STAGE.step);
  const client = createTRPCClient<AppRouter>({ links: [httpLink({ url: `/trpc/${TENANT_ID}`, fetch: fetchOrForeignAnswer })] });
  const input = { ...INPUT, width: stepped(room.width), height: stepped(room.height) };
  await client.landscape.picture.query(input);
  expect(asked()).toHaveLength(1);
  await client.landscape.picture.query(input);
  expect(asked()).toHaveLength(2);
  expect(asked()[1]).toBe(asked()[0]);
});

it('sends nothing while the stage has no size, and the request unchanged if no stage is named', () => {
  vi.stubGlobal('fetch', vi.fn(answered));
  ask(STAGE);
  addStage(0, 0);
  ask(STAGE);
  expect(asked()).toEqual([]);
  ask(null);
  expect(asked()).toEqual([`/trpc/${TENANT_ID}/landscape.picture?input=${encodeURIComponent(JSON.stringify(INPUT))}`]);
});

it('cannot be closed early by text from the address of a page', () => {
  expect(earlyScript(TENANT_ID, [{ procedure: 'landscape.picture', input: INPUT }], null)).not.toContain('</');
});

it('leaves a request that failed or took too long to the page', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.reject(new TypeError('no network'))),
  );
  ask(null);
  const address = asked()[0] ?? '';
  expect(await takeEarlyAnswer(address)).toBeNull();
  vi.stubGlobal('fetch', vi.fn(answered));
  ask(null);
  now.mockReturnValue(11_001);
  expect(await takeEarlyAnswer(address)).toBeNull();
  now.mockReturnValue(1_000);
  ask(null);
  now.mockReturnValue(10_999);
  expect(await takeEarlyAnswer(address)).toBeInstanceOf(Response);
});
