/** Acknowledge and resolve, as buttons and by key. */
'use client';

import { Button, Kbd } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconCheck, IconMessage, IconUserCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { RefusalNote } from '@/client/RefusalNote';
import type { Incident } from '@/contract/incidents';
import { COMMENT_ID } from './CommentForm';
import classes from './IncidentPage.module.css';
import { ResolveDialog } from './ResolveDialog';
import type { IncidentActions } from './useIncidentActions';
import { actionsFor } from './optimisticAction';

export function IncidentActionBar({ incident, actions: { acknowledge, resolve } }: { incident: Incident; actions: IncidentActions }) {
  const [isResolving, setResolving] = useState(false);
  const { id } = incident;
  const { mayAcknowledge, mayResolve, mayComment } = actionsFor(incident);
  const takeOn = (): void => {
    if (mayAcknowledge && !acknowledge.isPending) acknowledge.mutate({ id });
  };
  const askToResolve = (): void => {
    if (!mayResolve) return;
    resolve.reset();
    setResolving(true);
  };
  const goToComment = (): void => document.getElementById(COMMENT_ID)?.focus();
  useHotkeys([
    ['a', takeOn],
    ['r', askToResolve],
    ['c', goToComment],
  ]);
  return (
    <div role="group" aria-label="Actions">
      <div className={classes.actions}>
        {mayAcknowledge && (
          <Button
            leftSection={<IconUserCheck size={15} aria-hidden="true" />}
            rightSection={
              <Kbd size="xs" aria-hidden="true">
                A
              </Kbd>
            }
            loading={acknowledge.isPending}
            onClick={takeOn}
            aria-keyshortcuts="a"
          >
            Acknowledge
          </Button>
        )}
        {mayResolve && (
          <Button
            variant="default"
            leftSection={<IconCheck size={15} aria-hidden="true" />}
            rightSection={
              <Kbd size="xs" aria-hidden="true">
                R
              </Kbd>
            }
            onClick={askToResolve}
            aria-keyshortcuts="r"
          >
            Resolve
          </Button>
        )}
        {mayComment && (
          <Button
            variant="default"
            leftSection={<IconMessage size={15} aria-hidden="true" />}
            rightSection={
              <Kbd size="xs" aria-hidden="true">
                C
              </Kbd>
            }
            onClick={goToComment}
            aria-keyshortcuts="c"
          >
            Comment
          </Button>
        )}
      </div>
      {acknowledge.error !== null && <RefusalNote error={acknowledge.error} />}
      {isResolving && <ResolveDialog incident={incident} resolve={resolve} onClose={() => setResolving(false)} />}
    </div>
  );
}
