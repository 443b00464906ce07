/** Whom to contact about an application or component, and the pages that help. Empty if nothing is recorded. */
'use client';

import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/client/trpc';
import { FromApplication } from './FromApplication';
import { ReferenceList } from './ReferenceList';
import { useShownHelp } from './useShownHelp';

interface Props {
  kind: 'application' | 'component';
  id: string;
}

export function HelpOf({ kind, id }: Props) {
  const trpc = useTRPC();
  const asked = { idOrTechnicalName: id };
  const component = useQuery({ ...trpc.components.get.queryOptions(asked), enabled: kind === 'component' });
  const application = useQuery({ ...trpc.applications.get.queryOptions(asked), enabled: kind === 'application' });
  const { contact, references, inherited } = useShownHelp(kind === 'component' ? component.data : application.data);
  if (contact === null && references.length === 0) return null;
  return (
    <Stack gap={6} component="section" aria-label="Contact and references">
      <Title order={3}>Contact and references</Title>
      {contact !== null && (
        <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
          {contact}
          {inherited.includes('contact') && <FromApplication />}
        </Text>
      )}
      {references.length > 0 && (
        <Text size="sm" component="div">
          <ReferenceList references={references} />
          {inherited.includes('references') && <FromApplication />}
        </Text>
      )}
    </Stack>
  );
}
