/** The consequences: revenue, applications, capabilities, processes, audiences, and what this answer does not hold. */
'use client';

import { Alert, Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { memo } from 'react';
import { peopleLabel } from '@/client/labels/figures';
import { StateMark } from '@/client/symbols/StateMark';
import { TIER_LABELS } from '@/client/labels/labels';
import { countOf } from '@/plain/counts';
import { useTenant } from '@/client/tenantContext';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import { useFollows } from '@/ui/useFollows';
import { CauseRanking } from './CauseRanking';
import { RevenueCard } from './RevenueCard';
import { RollUpList } from './RollUpList';
import { completenessRemarks } from './impactWords';

interface Props {
  answer: BlastRadiusAnswer;
  onSelect(componentId: string): void;
  onLikely(componentId: string): void;
  onDeeper(): void;
}

/** Written anew only when one of its properties is another: not with every choice that is made beside it. */
export const RollUpPanel = memo(function RollUpPanel({ answer, onSelect, onLikely, onDeeper }: Props) {
  const { entity, direction, state, counts } = answer;
  const isDownstream = direction === 'downstream';
  const follows = useFollows();
  return (
    <Stack component="section" gap="lg" p="md" aria-label="Consequences">
      <Box>
        <Title order={2}>{isDownstream ? `If ${entity.name} fails` : `What could make ${entity.name} fail`}</Title>
        <Group gap="xs" mt={4}>
          {isDownstream && <StateMark state={state} />}
          <Text size="xs" c="dimmed" role="status">
            {countOf(counts.components, 'component')} {isDownstream ? 'affected' : 'could cause it'},{' '}
            {countOf(counts.applications, 'application')} {isDownstream ? '' : 'involved'}
          </Text>
        </Group>
      </Box>
      {isDownstream && <RevenueCard answer={answer} />}
      {!isDownstream && <CauseRanking answer={answer} onSelect={onSelect} onLikely={onLikely} />}
      <Remarks answer={answer} onDeeper={onDeeper} />
      <RollUpList
        title="Applications"
        kind="application"
        rows={answer.applications}
        detailOf={({ criticalityTier, ownerTeam, componentCount }) => [
          TIER_LABELS[criticalityTier],
          ownerTeam,
          countOf(componentCount, 'component'),
        ]}
        empty="No application."
      />
      <RollUpList title="Capabilities" kind="capability" rows={answer.capabilities} empty="No capability." />
      {follows && (
        <>
          <RollUpList title="Processes" kind="process" rows={answer.processes} empty="No process." />
          <RollUpList
            title="Audiences"
            kind="segment"
            rows={answer.audiences}
            detailOf={({ audienceType, people }) => [audienceType, peopleLabel(people)]}
            empty="Nobody."
          />
        </>
      )}
    </Stack>
  );
});

function Remarks({ answer, onDeeper }: { answer: BlastRadiusAnswer; onDeeper: () => void }) {
  const { plan } = useTenant();
  const remarks = completenessRemarks(answer, plan);
  if (remarks.length === 0) {
    return (
      <Text size="xs" c="dimmed">
        Nothing further is affected.
      </Text>
    );
  }
  return (
    <Alert
      variant="light"
      color="indigo"
      p="xs"
      icon={<IconInfoCircle size={16} aria-hidden="true" />}
      aria-label="What this answer leaves out"
      role="note"
    >
      <Stack gap={6}>
        {remarks.map(({ text, canGoDeeper }) => (
          <Group key={text} gap="xs" justify="space-between" wrap="nowrap">
            <Text size="xs">{text}</Text>
            {canGoDeeper && (
              <Button size="compact-xs" variant="default" onClick={onDeeper} style={{ flex: 'none' }}>
                Look deeper
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </Alert>
  );
}
