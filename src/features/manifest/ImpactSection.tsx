/** What the change does to the landscape as a whole. */
import { Box, List, Stack, Text, Title } from '@mantine/core';
import { IconArrowsExchange, IconThumbUp, IconAlertTriangle, type Icon } from '@tabler/icons-react';
import { countOf } from '@/plain/counts';
import type { ManifestPlan } from '@/contract/manifest/plan';
import type { ImpactGroup } from './impactGroup';
import { impactGroups } from './planImpactWords';

const LOOKS: Readonly<Record<ImpactGroup['effect'], { Drawing: Icon; word: string; colour: string }>> = {
  worse: { Drawing: IconAlertTriangle, word: 'Worse', colour: 'var(--state-Degraded)' },
  better: { Drawing: IconThumbUp, word: 'Better', colour: 'var(--state-Healthy)' },
  other: { Drawing: IconArrowsExchange, word: 'Different', colour: 'var(--mantine-color-dimmed)' },
};
const MOST_SENTENCES = 100;

export function ImpactSection({ impact, impactUnavailable }: Pick<ManifestPlan, 'impact' | 'impactUnavailable'>) {
  if (impact === null)
    return (
      <Text size="sm" c="dimmed" p="md">
        {impactUnavailable ?? 'The impact of this change was not calculated.'}
      </Text>
    );
  const groups = impactGroups(impact);
  return (
    <Stack gap="md" p="md">
      {groups.length === 0 && (
        <Text size="sm" c="dimmed">
          {impact.capabilitiesExamined === 0
            ? 'This change adds and removes no cycle and no tier inversion. Nothing is known about single points of failure, because no application in service with components supports a capability.'
            : 'This change adds and removes no cycle, tier inversion or single point of failure.'}{' '}
          An outage of a changed component, and every saved scenario, affects the same as before.
        </Text>
      )}
      {groups.map((group) => (
        <Group key={group.title} group={group} />
      ))}
    </Stack>
  );
}

function Group({ group: { title, effect, sentences, omitted, unexamined } }: { group: ImpactGroup }) {
  const { Drawing, word, colour } = LOOKS[effect];
  const unlisted = omitted + Math.max(0, sentences.length - MOST_SENTENCES);
  return (
    <Box component="section" aria-label={title}>
      <Title order={3} mb={4} style={{ display: 'flex', alignItems: 'center', gap: 6 }}>
        <Box component="span" c={colour} style={{ display: 'inline-flex', alignItems: 'center', gap: 4 }}>
          <Drawing size={15} aria-hidden="true" />
          {word}:
        </Box>
        {title}
      </Title>
      <List size="sm" spacing={3} style={{ overflowWrap: 'anywhere' }}>
        {sentences.slice(0, MOST_SENTENCES).map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
      {unlisted > 0 && (
        <Text size="xs" c="dimmed" mt={2}>
          {unexamined === undefined
            ? `And ${countOf(unlisted, 'more', 'more')}.`
            : `${countOf(unlisted, `more ${unexamined}`)} not examined.`}
        </Text>
      )}
    </Box>
  );
}
