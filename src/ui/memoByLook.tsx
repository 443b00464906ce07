/** Memoises what stands around a picture or a table, and would otherwise render again with every choice made there. */
'use client';

import { memo, useEffect, useRef, type ReactNode } from 'react';

type Call = (...values: unknown[]) => unknown;
type Fields = Readonly<Record<string, unknown>>;

const IS_CALLBACK = /^on[A-Z]/;

function isSame(before: unknown, after: unknown): boolean {
  if (!Array.isArray(before) || !Array.isArray(after)) return Object.is(before, after);
  return before.length === after.length && before.every((item, place) => Object.is(item, after[place]));
}

/** Same names and same values; a list is the same if its items are. */
export function looksSame(before: Fields, after: Fields): boolean {
  const names = Object.keys(before);
  return names.length === Object.keys(after).length && names.every((name) => name in after && isSame(before[name], after[name]));
}

/** Renders again only when it shows something else. Properties named `on…` may be new functions each time: the latest one is called. */
export function memoByLook<Props extends object>(Component: (props: Props) => ReactNode): (props: Props) => ReactNode {
  const Still = memo(Component as (props: Fields) => ReactNode, looksSame);
  return function ByLook(props: Props) {
    const latest = useRef(props as Fields);
    useEffect(() => {
      latest.current = props as Fields;
    });
    const calls = useRef(new Map<string, Call>());
    const callOf = (name: string): Call => {
      const call = calls.current.get(name) ?? ((...values) => (latest.current[name] as Call | undefined)?.(...values));
      calls.current.set(name, call);
      return call;
    };
    const settled = Object.entries(props).map(([name, value]) => [
      name,
      IS_CALLBACK.test(name) && typeof value === 'function' ? callOf(name) : value,
    ]);
    return <Still {...Object.fromEntries(settled)} />;
  };
}
