/** A part of a page whose script loads after what the page shows first. */
'use client';

import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { keepTrying, later } from './later';

/** Rendered once its script is loaded; until then, `meanwhile`. If the server is down it is delayed, and nothing breaks. */
export function laterPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
): (props: Props) => ReactNode {
  let held: ComponentType<Props> | null = null;
  const get = later(async () => (held = await load()));
  return function LaterPart(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(() => held);
    useEffect(() => (Part === null ? keepTrying(get, (part) => setPart(() => part)) : undefined), [Part]);
    return Part === null ? meanwhile : <Part {...props} />;
  };
}
