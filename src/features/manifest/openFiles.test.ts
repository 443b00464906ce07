import { expect, it, vi } from 'vitest';
import { manifestFrom } from '@/client/manifest/manifestFrom';
import { openFiles } from './openFiles';

const file = (name: string, text: string): File => new File([text], name);
async function opened(...files: File[]): Promise<{ text: string | undefined; problem: string | undefined }> {
  const [load, fail] = [vi.fn<(text: string) => void>(), vi.fn<(message: string) => void>()];
  await openFiles(files, { start: (given) => manifestFrom(given) }, load, fail);
  return { text: load.mock.calls[0]?.[0], problem: fail.mock.calls[0]?.[0] };
}

it('files of a tool are opened as the manifest that they become', async () => {
  const { text } = await opened(file('compose.yaml', 'name: shop\nservices:\n  web: { image: nginx }\n'));
  expect(text).toMatch(/technicalName: shop-web/);
});

it('a manifest is opened as it is, and so is a single text of no kind, whose mistakes the editor then shows', async () => {
  expect(await opened(file('a.yaml', 'version: 1\nname: a\n'))).toEqual({ text: 'version: 1\nname: a\n', problem: undefined });
  expect(await opened(file('a.yaml', 'applications: [\n'))).toEqual({ text: 'applications: [\n', problem: undefined });
});

it('several of no kind, and what is no text, are refused in words', async () => {
  expect((await opened(file('a.yaml', 'x: 1\n'), file('b.yaml', 'y: 1\n'))).problem).toMatch(/^Nothing in these files/);
  expect((await opened(file('a.bin', 'x'))).problem).toMatch(/^Nothing in these files/);
});

it('what was cancelled opens nothing', async () => {
  const load = vi.fn();
  await openFiles([file('a.yaml', '')], { start: () => Promise.resolve(null) }, load, load);
  expect(load).not.toHaveBeenCalled();
});
