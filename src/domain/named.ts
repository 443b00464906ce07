/** What everything in a landscape is known by. */
export interface Named {
  id: string;
  technicalName: string;
  name: string;
}

/** Nothing but that, of something of which more is known. */
export function namedOf({ id, technicalName, name }: Named): Named {
  return { id, technicalName, name };
}
