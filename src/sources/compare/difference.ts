/** One thing that sources disagree about. */

/** What sources disagree about, the worst first: what hides a failure comes before what only reads differently. */
export const DISAGREEMENTS = [
  'direction',
  'dependency',
  'mode',
  'required',
  'component',
  'isExternal',
  'kind',
  'dependencyType',
  'application',
  'ownerTeam',
  'runtime',
] as const;
export type Disagreement = (typeof DISAGREEMENTS)[number];

export interface Difference {
  what: Disagreement;
  /** A component, or two with an arrow between them. */
  subject: string;
  /** In the order of the sources. Null: it knows nothing of it. */
  says: { source: string; value: string | null }[];
}
