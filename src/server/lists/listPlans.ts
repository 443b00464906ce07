/** Statements that tell the planner, for the transaction of a list, what it cannot know about the tenant. */

/** Inside DO for the same reason as the statement that binds a tenant. */
function turnOff(...names: string[]): string {
  return `do $$ begin ${names.map((name) => `execute 'set local ${name} = off';`).join(' ')} end $$`;
}

/** Joined rows are looked up by their key: no list of a whole tenant is kept to be walked once for each row. */
export const JOIN_BY_KEY = turnOff('enable_material');

/** The same, and rows come from an index in the order of the list: nothing is read whole or sorted whole first. */
export const READ_IN_ORDER = turnOff('enable_material', 'enable_sort', 'enable_seqscan', 'enable_bitmapscan');

/** Most rows are joined, so in time that grows with their number, not with its square. */
export const JOIN_MANY = turnOff('enable_nestloop');
