/** The selected row of a scenario: how the failures reach it, which redundancy failed on the way, and what to assume or to add. */
'use client';

import { ActionIcon, Anchor, Box, Button, Group, Text, Title, Tooltip } from '@mantine/core';
import { IconHandStop, IconX } from '@tabler/icons-react';
import { blastRadiusHref } from '@/client/blastRadiusHref';
import { GroupsGaveWay } from '@/client/explanation/GroupsGaveWay';
import { ItemPanel } from '@/client/impactColumns/ItemPanel';
import panel from '@/client/impactColumns/PathPanel.module.css';
import { PageLink } from '@/client/PageLink';
import { StateMark } from '@/client/symbols/StateMark';
import { useTenant } from '@/client/tenantContext';
import type { ScenarioPicture } from '@/contract/scenarios';
import { hopsTo, type ScenarioHop } from './scenarioPath';
import classes from './ScenariosPage.module.css';

interface Props {
  picture: ScenarioPicture;
  itemId: string;
  onSelect(id: string | null): void;
  /** Assumes that a dependency passes no failure on. */
  onWithhold(dependencyId: string): void;
  onAlsoFail(componentId: string): void;
}

export function RowPanel({ picture: { answer, lanes: columns }, itemId, onSelect, onWithhold, onAlsoFail }: Props) {
  const { tenantId } = useTenant();
  const hops = hopsTo(answer, itemId);
  const chosen = hops.at(-1);
  if (chosen === undefined) return <ItemPanel columns={columns} itemId={itemId} onClose={() => onSelect(null)} />;
  const row = answer.components.find(({ id }) => id === itemId);
  const onTheWay = new Set(hops.map(({ id }) => id));
  const groups = answer.gaveWay.filter(({ source }) => onTheWay.has(source.id));
  return (
    <Box component="section" className={`${panel.panel} ${classes.chosen}`} aria-label={`Path to ${chosen.name}`}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Box miw={0}>
          <Title order={2}>{hops.length === 1 && row === undefined ? chosen.name : `How it reaches ${chosen.name}`}</Title>
          <StateMark state={chosen.state} />
          {row?.isExcess === true && <span className={classes.detail}>{row.alone} with the worst single failure</span>}
        </Box>
        <ActionIcon onClick={() => onSelect(null)} aria-label="Close the path">
          <IconX size={16} aria-hidden="true" />
        </ActionIcon>
      </Group>
      <ol className={panel.steps}>
        {hops.map((hop) => (
          <Hop key={hop.id} hop={hop} isChosen={hop.id === itemId} onSelect={onSelect} onWithhold={onWithhold} />
        ))}
      </ol>
      {groups.length > 0 && <GroupsGaveWay groups={groups} />}
      <Group gap="xs" mt="sm">
        {row !== undefined && (
          <Button variant="default" onClick={() => onAlsoFail(itemId)}>
            Let it fail too
          </Button>
        )}
        <Text size="xs">
          <Anchor component={PageLink} size="xs" className={panel.link} href={blastRadiusHref(tenantId, 'component', itemId)}>
            Show the blast radius of {chosen.name}
          </Anchor>
        </Text>
      </Group>
    </Box>
  );
}

interface HopProps {
  hop: ScenarioHop;
  isChosen: boolean;
  onSelect(id: string): void;
  onWithhold(dependencyId: string): void;
}

function Hop({ hop: { id, name, state, dependencyId, isExcess }, isChosen, onSelect, onWithhold }: HopProps) {
  const label = `Assume that ${name} can do without what comes before`;
  return (
    <li>
      <span className={classes.hop}>
        <button type="button" className={panel.step} onClick={() => onSelect(id)} aria-current={isChosen ? 'step' : undefined}>
          {name}
          {dependencyId === null ? ' fails' : ''}
          {isExcess ? ' (only together)' : ''}
        </button>
        <StateMark state={state} />
        {dependencyId !== null && (
          <Tooltip label={label}>
            <ActionIcon size={24} aria-label={label} onClick={() => onWithhold(dependencyId)}>
              <IconHandStop size={14} aria-hidden="true" />
            </ActionIcon>
          </Tooltip>
        )}
      </span>
    </li>
  );
}
