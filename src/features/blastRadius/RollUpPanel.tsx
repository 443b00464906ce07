/** The consequences: revenue, applications, capabilities, processes, audiences, and what this answer leaves out. */
'use client';

import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Fragment } from 'react';
import { peopleLabel } from '@/client/labels/figures';
import { StateMark } from '@/client/symbols/StateMark';
import { TIER_LABELS } from '@/client/labels/labels';
import { useTenant } from '@/client/tenantContext';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import type { ImpactColumns } from '@/contract/impactColumns';
import { splitByAffected } from '@/domain/affected';
import { recordingWords } from '@/domain/recordedWords';
import type { RecordedPart } from '@/domain/graph/questions/notRecorded';
import { CauseRanking } from './CauseRanking';
import { affectedWords } from '@/client/labels/affectedWords';
import { applicationNote, byStateAndTier } from './headline';
import { RevenueCard } from './RevenueCard';
import { RollUpList } from './RollUpList';
import { completenessRemarks } from './impactWords';

interface Props {
  answer: BlastRadiusAnswer;
  columns: ImpactColumns | undefined;
  onSelect(componentId: string): void;
  onLikely(componentId: string): void;
  onDeeper(): void;
}

export function RollUpPanel({ answer, columns, onSelect, onLikely, onDeeper }: Props) {
  const { direction, state } = answer;
  const isDownstream = direction === 'downstream';
  return (
    <Stack component="section" gap="lg" p="md" aria-label="Consequences">
      <Group gap="xs">
        {isDownstream && <StateMark state={state} />}
        <Text size="xs" c="dimmed" role="status">
          {affectedWords(answer)}
        </Text>
      </Group>
      {isDownstream && <RevenueCard answer={answer} />}
      {!isDownstream && <CauseRanking answer={answer} columns={columns} onSelect={onSelect} onLikely={onLikely} />}
      <Remarks answer={answer} onDeeper={onDeeper} />
      {isDownstream ? (
        <Consequences answer={answer} />
      ) : (
        <RollUpList
          title="Applications that they are in"
          kind="application"
          rows={byStateAndTier(answer.applications)}
          detailOf={(application) => applicationDetails(answer, application)}
          empty="No other application."
        />
      )}
    </Stack>
  );
}

function applicationDetails(answer: BlastRadiusAnswer, application: BlastRadiusAnswer['applications'][number]): (string | null)[] {
  return [TIER_LABELS[application.criticalityTier], application.ownerTeam, applicationNote(answer, application)];
}

/** What is affected by kind; what is only reached follows apart. */
function Consequences({ answer }: { answer: BlastRadiusAnswer }) {
  const { notRecorded } = answer.completeness;
  const empty = (part: RecordedPart, none: string): string =>
    notRecorded.includes(part) ? `Not recorded. ${recordingWords(notRecorded)}.` : none;
  const applications = splitByAffected(byStateAndTier(answer.applications));
  const capabilities = splitByAffected(answer.capabilities);
  const processes = splitByAffected(answer.processes);
  const audiences = splitByAffected(answer.audiences);
  const lists = (['affected', 'reached'] as const).map((part) => {
    const isShown = (rows: readonly unknown[]): boolean => part === 'affected' || rows.length > 0;
    const title = (kind: string): string => (part === 'affected' ? kind : `${kind} reached, not affected`);
    return (
      <Fragment key={part}>
        {isShown(applications[part]) && (
          <RollUpList
            title={title('Applications')}
            kind="application"
            rows={applications[part]}
            detailOf={(application) => applicationDetails(answer, application)}
            empty="No application."
          />
        )}
        {isShown(capabilities[part]) && (
          <RollUpList
            title={title('Capabilities')}
            kind="capability"
            rows={capabilities[part]}
            empty={empty('capabilities', 'No capability.')}
          />
        )}
        {isShown(processes[part]) && <RollUpList title={title('Processes')} kind="process" rows={processes[part]} empty="No process." />}
        {isShown(audiences[part]) && (
          <RollUpList
            title={title('Audiences')}
            kind="segment"
            rows={audiences[part]}
            detailOf={({ audienceType, people }) => [audienceType, peopleLabel(people)]}
            empty={empty('audiences', 'Nobody.')}
          />
        )}
      </Fragment>
    );
  });
  return <>{lists}</>;
}

function Remarks({ answer, onDeeper }: { answer: BlastRadiusAnswer; onDeeper: () => void }) {
  const { plan } = useTenant();
  const remarks = completenessRemarks(answer, plan);
  if (remarks.length === 0)
    return (
      <Text size="xs" c="dimmed">
        {answer.direction === 'downstream' ? 'Nothing further is affected.' : 'Nothing further could cause it.'}
      </Text>
    );
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
