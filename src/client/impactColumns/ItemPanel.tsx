/** A selected item of the columns that is no component: how the failure reaches it and what follows, as sentences. */
'use client';

import { ActionIcon, Anchor, Box, Group, Text, Title } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { blastRadiusHref } from '@/client/blastRadiusHref';
import { NotifyBell } from '@/client/notifications/NotifyBell';
import { PageLink } from '@/client/PageLink';
import { ScenarioButton } from '@/client/ScenarioButton';
import { StateMark } from '@/client/symbols/StateMark';
import { useTenant } from '@/client/tenantContext';
import { itemIn, itemSentences, type Listed } from './itemSentences';
import classes from './PathPanel.module.css';

export function ItemPanel({ columns, itemId, onClose }: { columns: Listed; itemId: string; onClose(): void }) {
  const { tenantId } = useTenant();
  const item = itemIn(columns, itemId);
  if (item === null) return null;
  return (
    <Box component="section" className={classes.panel} aria-label={`How it reaches ${item.name}`}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Box miw={0}>
          <Title order={2}>{item.name}</Title>
          <StateMark state={item.state} />
        </Box>
        <ActionIcon onClick={onClose} aria-label="Close">
          <IconX size={16} aria-hidden="true" />
        </ActionIcon>
      </Group>
      <ul className={classes.steps}>
        {itemSentences(columns, itemId).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Group gap="xs">
        <ScenarioButton size="xs" entities={[{ kind: item.kind, id: itemId }]} />
        <NotifyBell kind={item.kind} id={itemId} name={item.name} />
      </Group>
      <Text size="xs" mt="xs">
        <Anchor component={PageLink} size="xs" className={classes.link} href={blastRadiusHref(tenantId, item.kind, itemId)}>
          Show the blast radius of {item.name}
        </Anchor>
      </Text>
    </Box>
  );
}
