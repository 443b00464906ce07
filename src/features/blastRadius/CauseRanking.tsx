/** Upstream: the components that could bring it down, by how much they would hurt, its own first. */
'use client';

import { Box, Button, Group, Text, Title, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { blastRadiusHref } from '@/client/blastRadiusHref';
import { entityKindLabel } from '@/client/labels/labels';
import { PageLink } from '@/client/PageLink';
import { KindIcon } from '@/client/symbols/KindIcon';
import { StateMark } from '@/client/symbols/StateMark';
import { useTenant } from '@/client/tenantContext';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import type { ImpactColumns } from '@/contract/impactColumns';
import { UPSTREAM_GROUP_WORDS, UPSTREAM_GROUPS, upstreamGroups, type Cause } from '@/domain/upstreamGroups';
import { countOf } from '@/plain/counts';
import { hoverIntent } from '@/ui/hoverIntent';
import { capitalised } from '@/plain/capitalised';
import classes from './CauseRanking.module.css';
import { rankCauses } from './impactWords';

const RANKED = 10;

interface Props {
  answer: BlastRadiusAnswer;
  /** The columns also know zones, technologies and datasets. */
  columns: ImpactColumns | undefined;
  onSelect(componentId: string): void;
  onLikely(componentId: string): void;
}

export function CauseRanking({ answer, columns, onSelect, onLikely }: Props) {
  const groups = upstreamGroups({ origin: rankCauses(answer.origin), components: rankCauses(answer.components) });
  return (
    <>
      <Box component="section" aria-label="What could cause it">
        <Title order={3} mb={4}>
          What could cause it
        </Title>
        <Text size="xs" c="dimmed" mb={4}>
          What {answer.entity.name} would fall to if one of these alone were in the state {answer.state}.
        </Text>
        {answer.components.length === 0 && <Text size="sm">It depends on no other component within this depth and these filters.</Text>}
        {UPSTREAM_GROUPS.map((group) => (
          <CauseGroup
            key={group}
            title={UPSTREAM_GROUP_WORDS[group]}
            causes={groups[group]}
            isCut={answer.completeness.componentsOmitted > 0}
            onSelect={onSelect}
            onLikely={onLikely}
          />
        ))}
      </Box>
      {columns !== undefined && columns.grounds.length > 0 && <Grounds columns={columns} />}
    </>
  );
}

type CauseRow = BlastRadiusAnswer['origin'][number] & { depth?: number };

interface GroupProps extends Pick<Props, 'onSelect' | 'onLikely'> {
  title: string;
  causes: readonly Cause<CauseRow>[];
  /** The answer lists only some components, so there may be more. */
  isCut: boolean;
}

function CauseGroup({ title, causes, isCut, onSelect, onLikely }: GroupProps) {
  const [isWhole, setWhole] = useState(false);
  if (causes.length === 0) return null;
  const shown = isWhole ? causes : causes.slice(0, RANKED);
  return (
    <section aria-label={capitalised(title)}>
      <Title order={4} fz="sm" mt="xs">
        {capitalised(title)} ({causes.length.toLocaleString('en')}
        {isCut ? ' or more' : ''})
      </Title>
      <ol className={classes.ranking}>
        {shown.map(({ row: { id, name, kind, depth, expectedState }, isOwn }) => (
          <li key={id}>
            <UnstyledButton className={classes.cause} onClick={() => onSelect(id)} {...hoverIntent(() => onLikely(id))}>
              <Group justify="space-between" wrap="nowrap" gap="xs">
                <Group gap={7} wrap="nowrap" miw={0}>
                  <KindIcon kind={kind} />
                  <Text size="sm" truncate title={name}>
                    {name}
                    <Text span size="xs" c="dimmed">
                      {' '}
                      · {isOwn ? 'its own' : countOf(depth ?? 0, 'hop')}
                    </Text>
                  </Text>
                </Group>
                <StateMark state={expectedState} />
              </Group>
            </UnstyledButton>
          </li>
        ))}
      </ol>
      {shown.length < causes.length && (
        <Button size="compact-xs" variant="subtle" onClick={() => setWhole(true)}>
          Show all {causes.length.toLocaleString('en')}
        </Button>
      )}
    </section>
  );
}

function Grounds({ columns: { grounds, groundsOmitted } }: { columns: ImpactColumns }) {
  const { tenantId } = useTenant();
  return (
    <section aria-label="Infrastructure and data">
      <Title order={3} mb={4}>
        Infrastructure and data ({(grounds.length + groundsOmitted).toLocaleString('en')})
      </Title>
      <ul className="bare-list">
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
