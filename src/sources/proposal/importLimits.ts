/** Limits on the size of an import. Anchors let a small file expand to a lot, and manifests have a maximum size. */
import { formatNumber } from '@/plain/counts';
import { formatMebibytes, MEBIBYTE } from '@/plain/sizes';
import { UnreadableSource } from './unreadableSource';

/** Items of lists and maps, counted as often as they are repeated. */
const MOST_ITEMS = 500_000;
const MOST_DEPENDENCIES = 200_000;
const MAXIMUM_BYTES = 16 * MEBIBYTE;

/** What is wrong with the size of a file that is parsed as a whole; null if nothing is. */
export function sizeFault(text: string): string | null {
  return text.length > MAXIMUM_BYTES ? `is larger than ${formatMebibytes(MAXIMUM_BYTES)}` : null;
}

/** Throws UnreadableSource if the text of a file is too large to be parsed as a whole. */
export function checkSize(file: string, text: string): void {
  const fault = sizeFault(text);
  if (fault !== null) throw new UnreadableSource(`${file} ${fault}`, 'too_large');
}

/** Counts what is read. Throws UnreadableSource once it exceeds the limit. */
export class ReadingBudget {
  private left = MOST_ITEMS;

  take(count: number): void {
    this.left -= count;
    if (this.left < 0) throw new UnreadableSource(`these files expand to more than ${formatNumber(MOST_ITEMS)} values`, 'too_large');
  }
}

/** Throws UnreadableSource if there are more dependencies than a manifest can contain. */
export function checkDependencies(count: number): void {
  if (count > MOST_DEPENDENCIES)
    throw new UnreadableSource(`these files have more than ${formatNumber(MOST_DEPENDENCIES)} dependencies`, 'too_large', {
      hint: 'import them in parts, each with a different --name',
    });
}
