/** A link to one entity in the inventory. */
'use client';

import { Anchor, type AnchorProps } from '@mantine/core';
import type { ReactNode } from 'react';
import type { EntityKind } from '@/domain/vocabulary';
import { inventoryHref } from './inventoryHref';
import { PageLink } from './PageLink';
import { useTenant } from './tenantContext';

interface Props extends AnchorProps {
  kind: EntityKind;
  id: string;
  children: ReactNode;
}

export function EntityLink({ kind, id, ...props }: Props) {
  const { tenantId } = useTenant();
  return <Anchor component={PageLink} href={inventoryHref(tenantId, kind, id)} size="sm" {...props} />;
}
