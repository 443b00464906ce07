/** Reads a chosen file as text, or says why it cannot be read. */
import { MAXIMUM_MANIFEST_BYTES } from '@/contract/bodyLimits';
import { formatMebibytes } from '@/plain/sizes';

/** Throws an Error whose message is shown to the person. */
export async function openFile(file: File): Promise<string> {
  return decodeText(file.name, await openBytes(file));
}

/** The same for a file that may be no text. */
export async function openBytes(file: File): Promise<Uint8Array> {
  if (file.size > MAXIMUM_MANIFEST_BYTES)
    throw new Error(
      `${file.name} is larger than ${formatMebibytes(MAXIMUM_MANIFEST_BYTES)}. Split it into several manifests with different names.`,
    );
  return new Uint8Array(await file.arrayBuffer());
}

/** Throws an Error whose message is shown to the person. */
export function decodeText(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`${name} is not UTF-8 text.`);
  }
}

/** The same for a choice or drop of files; none at all is no error. */
export async function openInto(
  file: File | null | undefined,
  onLoad: (text: string) => void,
  onError: (message: string) => void,
): Promise<void> {
  if (file === null || file === undefined) return;
  try {
    onLoad(await openFile(file));
  } catch (error) {
    onError(error instanceof Error ? error.message : String(error));
  }
}
