/** Opens what somebody dropped or chose on the page of the manifest. */
import { NOTHING_KNOWN } from '@/client/manifest/nothingKnown';
import { openInto } from '@/client/manifest/openFile';
import type { ImportInWork } from '@/client/manifest/useImport';

/** Files of any tool become a manifest. A single file of no kind is opened as the text that it is, so that mistakes in it can be mended. */
export async function openFiles(
  files: readonly File[],
  importing: Pick<ImportInWork, 'start'>,
  onLoad: (text: string) => void,
  onError: (message: string) => void,
): Promise<void> {
  try {
    const text = await importing.start(files);
    if (text !== null) onLoad(text);
  } catch (error) {
    const [only] = files;
    const isText = files.length === 1 && only !== undefined && /\.(?:ya?ml|json|txt)$/i.test(only.name);
    const message = error instanceof Error ? error.message : String(error);
    if (isText && message.startsWith(NOTHING_KNOWN)) await openInto(only, onLoad, onError);
    else onError(message);
  }
}
