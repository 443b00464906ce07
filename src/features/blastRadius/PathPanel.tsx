/** How the failure reaches the selected component: the shortest path step by step, the other paths, and what would have prevented it. */
'use client';

import { ActionIcon, Anchor, Box, Group, Text, Title } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { FailureNote } from '@/client/FailureNote';
import { blastRadiusHref } from '@/client/blastRadiusHref';
import type { Question } from '@/client/blastRadiusQuestion';
import { Explanation } from '@/client/explanation/Explanation';
import { ScenarioButton } from '@/client/ScenarioButton';
import { LiveNow } from '@/client/symbols/LiveNow';
import { StateMark } from '@/client/symbols/StateMark';
import { PageLink } from '@/client/PageLink';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import { LoadingFacts } from '@/ui/LoadingFacts';
import classes from '@/client/impactColumns/PathPanel.module.css';
import { pathLines } from '@/client/labels/pathWords';

interface Props {
  question: Question;
  answer: BlastRadiusAnswer;
  componentId: string;
  /** Undefined for a component that the answer does not list. */
  name: string | undefined;
  onSelect(componentId: string): void;
  onClose(): void;
}

export function PathPanel({ question, answer, componentId, name, onSelect, onClose }: Props) {
  const { tenantId } = useTenant();
  const trpc = useTRPC();
  const { data: place } = useQuery(trpc.landscape.component.queryOptions({ component: componentId }));
  const path = useQuery(trpc.impact.path.queryOptions({ ...question, component: componentId }));
  const component = [...answer.components, ...answer.origin].find(({ id }) => id === componentId);
  const isOrigin = answer.origin.some(({ id }) => id === componentId);
  const isDownstream = answer.direction === 'downstream';
  const title = component?.name ?? name ?? 'the selected component';
  return (
    <Box component="section" className={classes.panel} aria-label={`Path to ${title}`}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Box miw={0}>
          <Title order={2}>{isDownstream ? `How it reaches ${title}` : `How ${title} is involved`}</Title>
          {component !== undefined && <StateMark state={component.expectedState} />}
        </Box>
        <ActionIcon onClick={onClose} aria-label="Close the path">
          <IconX size={16} aria-hidden="true" />
        </ActionIcon>
      </Group>
      {place !== undefined && <LiveNow live={place.live} />}
      {path.isPending && <LoadingFacts label="Looking for the path" rows={3} />}
      {path.isError && <FailureNote title="The path could not be loaded" error={path.error} onRetry={() => void path.refetch()} />}
      {path.data !== undefined && isOrigin && (
        <Text size="sm">
          {isDownstream ? `It fails with ${answer.entity.name}.` : `It is one of the components of ${answer.entity.name} itself.`}
        </Text>
      )}
      {path.data !== undefined && !isOrigin && (
        <ol className={classes.steps}>
          {pathLines(path.data.steps, answer.direction, answer.state).map((line) => (
            <li key={line.id}>
              <button
                type="button"
                className={classes.step}
                onClick={() => onSelect(line.componentId)}
                aria-current={line.componentId === componentId ? 'step' : undefined}
              >
                {line.text}
              </button>
            </li>
          ))}
        </ol>
      )}
      {path.data !== undefined && !isOrigin && <Explanation question={question} componentId={componentId} />}
      <Group gap="xs" mt="sm">
        <ScenarioButton size="xs" entities={[{ kind: 'component', id: componentId }]} />
      </Group>
      <Text size="xs" mt="xs">
        <Anchor component={PageLink} size="xs" className={classes.link} href={blastRadiusHref(tenantId, 'component', componentId)}>
          Show the blast radius of {title}
        </Anchor>
      </Text>
    </Box>
  );
}
