/** A part of a page whose script comes after what the page shows first. */
'use client';

import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { keepTrying, later } from './later';

/** Drawn as soon as its script is there; until then, `meanwhile`. A service that is away delays it and breaks nothing. */
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
