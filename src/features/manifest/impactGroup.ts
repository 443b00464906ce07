/** One effect of a change on the landscape as a whole, in sentences. */
export interface ImpactGroup {
  title: string;
  /** Whether this makes the landscape worse, better, or only different. */
  effect: 'worse' | 'better' | 'other';
  sentences: string[];
  /** How many more there are than the list has. */
  omitted: number;
  /** What is omitted, where it was not examined at all. */
  unexamined?: string;
}
