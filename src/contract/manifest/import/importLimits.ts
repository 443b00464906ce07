/** How much an import takes in. Anchors let a small file say a great deal, and a manifest has a size of its own. */
import { formatNumber } from '@/plain/counts';
import { UnreadableSource } from './unreadableSource';

/** Items of lists and sets of fields, counted as often as they are repeated. */
const MOST_ITEMS = 500_000;
const MOST_DEPENDENCIES = 200_000;

/** Counts what is read; throws UnreadableSource once it is too much. */
export class ReadingBudget {
  private left = MOST_ITEMS;

  take(count: number): void {
    this.left -= count;
    if (this.left < 0)
      throw new UnreadableSource(`these files come to more than ${formatNumber(MOST_ITEMS)} values, with what they repeat`, 'too_large');
  }
}

/** Throws UnreadableSource where there are more dependencies than a manifest can hold. */
export function checkDependencies(count: number): void {
  if (count > MOST_DEPENDENCIES)
    throw new UnreadableSource(`these files come to more than ${formatNumber(MOST_DEPENDENCIES)} dependencies`, 'too_large', {
      hint: 'import them in parts, each with a --name of its own',
    });
}
