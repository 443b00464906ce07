import { expect, it } from 'vitest';
import { openFile } from './openFile';

it('reads UTF-8, and refuses binary or oversized files with an explanation', async () => {
  expect(await openFile(new File(['name: Größe'], 'a.yaml'))).toBe('name: Größe');
  await expect(openFile(new File([new Uint8Array([0xff, 0xfe, 0x00])], 'b.bin'))).rejects.toThrow('b.bin is not UTF-8 text.');
  await expect(openFile(new File([new Uint8Array(16 * 1024 * 1024 + 1)], 'c.yaml'))).rejects.toThrow('c.yaml is larger than 16 MiB.');
});
