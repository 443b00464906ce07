/** A link to another page of the product. It prefetches the page when the pointer rests on it or the keyboard focuses it. */
'use client';

import Link from 'next/link';
import { useState, type ComponentPropsWithRef } from 'react';
import { hoverIntent } from '@/ui/hoverIntent';

interface Props extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  href: string;
  /** For the data that the page will load. */
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
