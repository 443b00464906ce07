/** Says that this installation sends no mail, and who can change that. Nothing if it does. */
'use client';

import { Alert, Code } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import type { OwnNotifications } from '@/contract/notifications';
import { placesIn } from './notificationWords';

export function NoMailNote({ notifications }: { notifications: OwnNotifications }) {
  if (notifications.mail.isAvailable) return null;
  return (
    <Alert variant="light" color="gray" icon={<IconMailOff size={18} aria-hidden="true" />} title="This installation sends no mail yet">
      Whoever runs it has to set <Code>SMTP_URL</Code> and <Code>SMTP_FROM</Code>.{' '}
      {placesIn(notifications).length === 0
        ? 'Until then, an Admin can open a Slack or Teams channel to members under Webhooks.'
        : 'Until then, messages can go to the channels that an Admin has opened to members.'}
    </Alert>
  );
}
