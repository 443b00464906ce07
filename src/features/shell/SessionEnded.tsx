/** Shown when the session has ended: how to continue, above any open form, so that nothing has to be closed. */
'use client';

import { Button, Group, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconExternalLink, IconLock } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, type KeyboardEvent } from 'react';
import { checkSession } from '@/client/sessionEnd';
import classes from './ConnectionBanner.module.css';

const OVER_ALL = 1_000;
/** Keeps Escape from closing the form below; Mantine looks for this attribute on the focused element. */
const KEEP_ESCAPE = { 'data-mantine-stop-propagation': 'true' } as const;

/** Opens another tab, so that this one keeps unsaved text. */
function signIn(): void {
  const here = `${window.location.pathname}${window.location.search}`;
  window.open(`/sign-in?next=${encodeURIComponent(here)}`, '_blank', 'noopener');
}

export function SessionEnded() {
  const [isOpen, { close }] = useDisclosure(true);
  useReturn();
  const escape = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') close();
  };
  const door = (
    <Button
      {...KEEP_ESCAPE}
      data-autofocus
      size={isOpen ? 'sm' : 'compact-xs'}
      variant={isOpen ? 'filled' : 'default'}
      rightSection={<IconExternalLink size={13} aria-hidden="true" />}
      onClick={signIn}
    >
      Sign in in a new tab
    </Button>
  );
  if (!isOpen)
    return (
      <Group className={classes.banner} role="alert" gap="xs">
        <IconLock size={16} aria-hidden="true" />
        <Text size="sm">Your session has ended. Nothing is loaded or saved until you sign in again.</Text>
        {door}
      </Group>
    );
  return (
    <Modal
      opened
      onClose={close}
      title="Your session has ended"
      centered
      zIndex={OVER_ALL}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      onKeyDown={escape}
    >
      <Text size="sm">What you have typed stays here. Sign in in a new tab, then return to this one and continue.</Text>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button {...KEEP_ESCAPE} variant="default" size="sm" onClick={close}>
          Not now
        </Button>
        {door}
      </Group>
    </Modal>
  );
}

/** People who return to this tab signed in continue where they were. */
function useReturn(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === 'visible')
        void checkSession().then((isBack) => (isBack ? queryClient.invalidateQueries() : undefined));
    };
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [queryClient]);
}
