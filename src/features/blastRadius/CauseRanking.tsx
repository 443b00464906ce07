/** Upstream: the components whose failure would hurt most, worst first. */
'use client';

import { Box, Group, Text, Title, UnstyledButton } from '@mantine/core';
import { blastRadiusHref } from '@/client/blastRadiusHref';
import { entityKindLabel } from '@/client/labels/labels';
import { PageLink } from '@/client/PageLink';
import { KindIcon } from '@/client/symbols/KindIcon';
import { StateMark } from '@/client/symbols/StateMark';
import { useTenant } from '@/client/tenantContext';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import type { ImpactLanes } from '@/contract/impactLanes';
import { countOf } from '@/plain/counts';
import { hoverIntent } from '@/ui/hoverIntent';
import classes from './CauseRanking.module.css';
import { rankCauses } from './impactWords';

const RANKED = 10;

interface Props {
  answer: BlastRadiusAnswer;
  /** The lanes also know zones, technologies and datasets. */
  lanes: ImpactLanes | undefined;
  onSelect(componentId: string): void;
  onLikely(componentId: string): void;
}

export function CauseRanking({ answer, lanes, onSelect, onLikely }: Props) {
  const ranked = rankCauses(answer.components).slice(0, RANKED);
  return (
    <>
      <Box component="section" aria-label="What could cause it">
        <Title order={3} mb={4}>
          What could cause it
        </Title>
        <Text size="xs" c="dimmed" mb={4}>
          What {answer.entity.name} would fall to if one of these alone were in the state {answer.state}.
        </Text>
        {ranked.length === 0 && <Text size="sm">It depends on no other component.</Text>}
        <ol className={classes.ranking}>
          {ranked.map(({ id, name, kind, depth, expectedState }) => (
            <li key={id}>
              <UnstyledButton className={classes.cause} onClick={() => onSelect(id)} {...hoverIntent(() => onLikely(id))}>
                <Group justify="space-between" wrap="nowrap" gap="xs">
                  <Group gap={7} wrap="nowrap" miw={0}>
                    <KindIcon kind={kind} />
                    <Text size="sm" truncate>
                      {name}
                      <Text span size="xs" c="dimmed">
                        {' '}
                        · {countOf(depth, 'hop')}
                      </Text>
                    </Text>
                  </Group>
                  <StateMark state={expectedState} />
                </Group>
              </UnstyledButton>
            </li>
          ))}
        </ol>
      </Box>
      {lanes !== undefined && lanes.grounds.length > 0 && <Grounds lanes={lanes} />}
    </>
  );
}

function Grounds({ lanes: { grounds, groundsOmitted } }: { lanes: ImpactLanes }) {
  const { tenantId } = useTenant();
  return (
    <section aria-label="Infrastructure and data">
      <Title order={3} mb={4}>
        Infrastructure and data ({(grounds.length + groundsOmitted).toLocaleString('en')})
      </Title>
      <ul className={classes.grounds}>
        {grounds.map(({ id, kind, name, state }) => (
          <li key={id} className={classes.ground}>
            <PageLink href={blastRadiusHref(tenantId, kind, id)} className={classes.groundName}>
              {name}
              <Text span size="xs" c="dimmed">
                {' '}
                · {entityKindLabel(kind)}
              </Text>
            </PageLink>
            <StateMark state={state} />
          </li>
        ))}
      </ul>
      {groundsOmitted > 0 && (
        <Text size="xs" c="dimmed">
          {countOf(groundsOmitted, 'more', 'more')} not listed.
        </Text>
      )}
    </section>
  );
}
