/** Columns of incidents: each cause with its state, its team and the last message that it had sent. Pure. */
import type { Bands } from '@/client/impactColumns/bands';
import { impactBands } from '@/client/impactColumns/impactBands';
import type { ColumnCause, LiveColumns } from '@/contract/impactColumns';

/**
 * `reporting` are the components that reported trouble themselves, `isPast` says that the moment shown is over. The function makes columns with
 * at most the given number of card bands.
 */
export function situationBands(columns: LiveColumns, reporting: readonly { id: string }[], isPast: boolean): (cardBands: number) => Bands {
  const failingNow = new Set(reporting.map(({ id }) => id));
  const told = new Map(columns.causes.map((cause) => [cause.id, cause]));
  const factsOf = ({ id, state, applicationName }: ColumnCause) =>
    [state, told.get(id)?.ownerTeam ?? applicationName, told.get(id)?.lastMessage].flatMap((text) =>
      text === null || text === undefined || text === '' ? [] : [{ text, isStrong: false }],
    );
  return (cardBands) => impactBands(columns, { failingNow, factsOf, isPast }, cardBands);
}
