/** Acknowledge and resolve, as buttons and by key. */
'use client';

import { Button, Group, Kbd, type ButtonProps } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconCheck, IconMessage, IconUserCheck, type Icon } from '@tabler/icons-react';
import { useState } from 'react';
import { RefusalNote } from '@/client/RefusalNote';
import type { Incident } from '@/contract/incidents';
import { COMMENT_ID } from './CommentForm';
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
      <Group gap={8}>
        {mayAcknowledge && (
          <KeyedButton variant="filled" icon={IconUserCheck} shortcut="a" loading={acknowledge.isPending} onClick={takeOn}>
            Acknowledge
          </KeyedButton>
        )}
        {mayResolve && (
          <KeyedButton icon={IconCheck} shortcut="r" onClick={askToResolve}>
            Resolve
          </KeyedButton>
        )}
        {mayComment && (
          <KeyedButton icon={IconMessage} shortcut="c" onClick={goToComment}>
            Comment
          </KeyedButton>
        )}
      </Group>
      {acknowledge.error !== null && <RefusalNote error={acknowledge.error} />}
      {isResolving && <ResolveDialog incident={incident} resolve={resolve} onClose={() => setResolving(false)} />}
    </div>
  );
}

interface KeyedProps extends ButtonProps {
  icon: Icon;
  /** The key that does the same. */
  shortcut: string;
  children: string;
  onClick(): void;
}

function KeyedButton({ icon: Drawing, shortcut, ...props }: KeyedProps) {
  const key = (
    <Kbd size="xs" aria-hidden="true">
      {shortcut.toUpperCase()}
    </Kbd>
  );
  return (
    <Button
      variant="default"
      leftSection={<Drawing size={15} aria-hidden="true" />}
      rightSection={key}
      aria-keyshortcuts={shortcut}
      {...props}
    />
  );
}
