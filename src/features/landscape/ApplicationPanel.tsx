/** One application: what it is, its components, folding it, and the way to its blast radius. */
'use client';

import { Box, Button, Group, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { IconFold, IconRadar2 } from '@tabler/icons-react';
import Link from 'next/link';
import { blastRadiusHref } from '@/client/blastRadiusHref';
import { KindIcon } from '@/client/look/KindIcon';
import { TIER_WORDS, countOf } from '@/client/look/words';
import { useTenant } from '@/client/tenantContext';
import type { PictureApplication, PictureComponent } from '@/contract/landscapePicture';
import { FactList } from '@/ui/FactList';
import { SidePanel } from '@/ui/SidePanel';
import classes from './NeighbourList.module.css';

interface Props {
  application: PictureApplication;
  components: readonly PictureComponent[];
  isFolded: boolean;
  canFold: boolean;
  onToggle(): void;
  onSelect(id: string): void;
  onClose(): void;
}

export function ApplicationPanel({ application, components, isFolded, canFold, onToggle, onSelect, onClose }: Props) {
  const { tenantId } = useTenant();
  return (
    <SidePanel
      title={application.name}
      label={`Application ${application.name}`}
      onClose={onClose}
      subtitle={
        <Text size="xs" c="dimmed" ff="monospace">
          {application.technicalName}
        </Text>
      }
    >
      <Stack gap="md">
        <Button component={Link} href={blastRadiusHref(tenantId, 'application', application.id)} prefetch={false} size="sm" leftSection={<IconRadar2 size={16} aria-hidden="true" />}>
          Show blast radius
        </Button>
        {canFold && application.componentCount > 0 && (
          <Button variant="default" size="sm" leftSection={<IconFold size={16} aria-hidden="true" />} onClick={onToggle}>
            {isFolded ? `Unfold ${countOf(application.componentCount, 'component')}` : 'Fold into one box'}
          </Button>
        )}
        <FactList
          facts={[
            { name: 'Criticality', value: TIER_WORDS[application.criticalityTier] },
            { name: 'Owner', value: application.ownerTeam },
          ]}
        />
        <Box component="section" aria-label="Components">
          <Title order={3} mb={4}>
            Components ({application.componentCount.toLocaleString('en')})
          </Title>
          <ul className={classes.list}>
            {components.map(({ id, name, kind }) => (
              <li key={id}>
                <UnstyledButton className={classes.neighbour} onClick={() => onSelect(id)}>
                  <Group gap={8} wrap="nowrap">
                    <KindIcon kind={kind} />
                    <Text size="sm" truncate>
                      {name}
                    </Text>
                  </Group>
                </UnstyledButton>
              </li>
            ))}
          </ul>
          {components.length === 0 && application.componentCount > 0 && (
            <Text size="sm" c="dimmed">
              Unfold it to see them.
            </Text>
          )}
        </Box>
      </Stack>
    </SidePanel>
  );
}
