/** A link to the blast radius of something. It starts to load the answer when the link is likely to be pressed. */
'use client';

import { Button } from '@mantine/core';
import { IconRadar2 } from '@tabler/icons-react';
import type { EntityKind } from '@/domain/vocabulary';
import { blastRadiusHref } from './blastRadiusHref';
import { firstQuestion } from './blastRadiusQuestion';
import { PageLink } from './PageLink';
import { PendingIcon } from './PendingIcon';
import { useTenant } from './tenantContext';
import { usePrefetchedAnswer } from './usePrefetchedAnswer';

interface Props {
  kind: EntityKind;
  id: string;
  children: string;
}

export function BlastRadiusButton({ kind, id, children }: Props) {
  const { tenantId } = useTenant();
  const answerAhead = usePrefetchedAnswer();
  const icon = (
    <PendingIcon>
      <IconRadar2 size={16} aria-hidden="true" />
    </PendingIcon>
  );
  return (
    <Button
      component={PageLink}
      href={blastRadiusHref(tenantId, kind, id)}
      size="sm"
      leftSection={icon}
      onLikely={() => answerAhead(firstQuestion(kind, id))}
    >
      {children}
    </Button>
  );
}
