/** The way to the blast radius of something, which is worked out as soon as the way is likely to be taken. */
'use client';

import { Button } from '@mantine/core';
import { IconRadar2 } from '@tabler/icons-react';
import Link from 'next/link';
import type { EntityKind } from '@/domain/vocabulary';
import { likely } from '@/ui/likely';
import { blastRadiusHref } from './blastRadiusHref';
import { useTenant } from './tenantContext';
import { useBlastRadiusAhead } from './useBlastRadiusAhead';

interface Props {
  kind: EntityKind;
  id: string;
  children: string;
}

export function BlastRadiusButton({ kind, id, children }: Props) {
  const { tenantId } = useTenant();
  const ahead = useBlastRadiusAhead();
  return (
    <Button component={Link} href={blastRadiusHref(tenantId, kind, id)} prefetch={false} size="sm" leftSection={<IconRadar2 size={16} aria-hidden="true" />} {...likely(() => ahead(kind, id))}>
      {children}
    </Button>
  );
}
