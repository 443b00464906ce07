/** A button of a panel that leads to another view, which is loaded when it is likely to be pressed. */
'use client';

import { Button } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { hoverIntent } from '@/ui/hoverIntent';
import type { ChangeView, ViewChange } from '@/features/landscape/address/landscapeAddress';
import type { Prefetch } from '@/features/landscape/data/useLandscape';

interface Props {
  icon: Icon;
  to: ViewChange;
  change: ChangeView;
  prefetch: Prefetch;
  children: string;
}

export function ViewButton({ icon: Drawing, to, change, prefetch, children }: Props) {
  return (
    <Button
      variant="default"
      leftSection={<Drawing size={16} aria-hidden="true" />}
      onClick={() => change(to)}
      {...hoverIntent(() => prefetch.picture(to))}
    >
      {children}
    </Button>
  );
}
