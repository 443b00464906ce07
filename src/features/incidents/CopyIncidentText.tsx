/** Copies an incident as a text of facts, for a bridge, a ticket or a status page. */
'use client';

import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { incidentHref } from '@/client/labels/incidentLabels';
import { useTenant } from '@/client/tenantContext';
import type { Incident } from '@/contract/incidents';
import { incidentText } from '@/contract/values/incidentText';

export function CopyIncidentText({ incident }: { incident: Incident }) {
  const { tenantId } = useTenant();
  const { copied, copy, error } = useClipboard({ timeout: 1_500 });
  const Icon = copied ? IconCheck : IconCopy;
  const copyNow = (): void =>
    copy(incidentText(incident, { now: Date.now(), url: `${window.location.origin}${incidentHref(tenantId, incident.id)}` }));
  return (
    <Button variant="default" leftSection={<Icon size={15} aria-hidden="true" />} onClick={copyNow}>
      <span aria-live="polite">{error !== null ? 'This browser refuses to copy' : copied ? 'Copied' : 'Copy as text'}</span>
    </Button>
  );
}
