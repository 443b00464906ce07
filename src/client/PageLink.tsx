/** A link to another page of the service. The page is fetched once the link is likely to be taken: the pointer rests on it, or the keyboard comes to it. */
'use client';

import Link from 'next/link';
import { useState, type ComponentPropsWithRef } from 'react';
import { hoverIntent } from '@/ui/hoverIntent';

interface Props extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  href: string;
  /** For what the page will ask. */
  onLikely?: (() => void) | undefined;
}

export function PageLink({ onLikely, onPointerEnter, onPointerLeave, onFocus, ...props }: Props) {
  const [isLikely, setLikely] = useState(false);
  const noticing = hoverIntent(() => {
    setLikely(true);
    onLikely?.();
  });
  return (
    <Link
      {...props}
      prefetch={isLikely}
      onPointerEnter={(event) => {
        onPointerEnter?.(event);
        noticing.onPointerEnter?.();
      }}
      onPointerLeave={(event) => {
        onPointerLeave?.(event);
        noticing.onPointerLeave?.();
      }}
      onFocus={(event) => {
        onFocus?.(event);
        noticing.onFocus?.();
      }}
    />
  );
}
