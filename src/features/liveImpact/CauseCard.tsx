/** One cause: what fails, since when, who is dealing with it, and what it takes down. */
'use client';

import { Anchor, Group, Text, Title } from '@mantine/core';
import { IconRadar2 } from '@tabler/icons-react';
import { blastRadiusHref } from '@/client/blastRadiusHref';
import { ScenarioButton } from '@/client/ScenarioButton';
import { EntityLink } from '@/client/EntityLink';
import { useNow } from '@/ui/useNow';
import { incidentHref } from '@/client/labels/incidentLabels';
import { FlappingMark } from '@/client/symbols/FlappingMark';
import { StaleMark } from '@/client/symbols/StaleMark';
import { IncidentMark } from '@/client/symbols/IncidentMark';
import { LiveMark } from '@/client/symbols/LiveMark';
import { LinkButton } from '@/client/LinkButton';
import { PageLink } from '@/client/PageLink';
import { useTenant } from '@/client/tenantContext';
import type { NameOf } from '@/domain/incidentWords';
import { Elapsed } from '@/ui/Elapsed';
import { FactList } from '@/ui/FactList';
import type { CostPart } from '@/client/situations/bySituation';
import { reachLines } from './causeReach';
import classes from './ImpactView.module.css';
import { ownColour } from './stateStyle';
import { useChanged } from './useChanged';
import type { Cause, Columns } from './useLiveImpact';

interface Props {
  cause: Cause;
  /** Its team and the message of its last signal; missing until loaded, and for causes beyond the first ones. */
  told?: Columns['causes'][number] | undefined;
  /** Its part of what its situation costs; null if it is alone in it, or you may not see revenue. */
  part?: CostPart | null;
  nameOf?: NameOf;
}

export function CauseCard({ cause, told, part = null, nameOf }: Props) {
  const { tenantId } = useTenant();
  const { id, name, technicalName, state, since, isUnderMaintenance } = cause;
  const changed = useChanged(`${state} ${cause.incident?.state ?? ''}`);
  const lines = reachLines(cause, part, nameOf);
  const owner = cause.incident?.acknowledgedBy ?? null;
  const facts = [told?.ownerTeam ?? null, owner === null ? null : `owner: ${owner}`].filter((fact) => fact !== null);
  return (
    <article className={`${classes.cause} ${changed}`} style={isUnderMaintenance ? undefined : ownColour(state)} aria-label={name}>
      <Group justify="space-between" gap="xs" align="flex-start">
        <Group gap={8}>
          <LiveMark health={state} isUnderMaintenance={isUnderMaintenance} />
          {cause.isFlapping && <FlappingMark />}
          {cause.isStale && <StaleMark lastReportAt={cause.lastReportAt} />}
        </Group>
        <Text size="xs" c="dimmed">
          for <Elapsed at={since} />
        </Text>
      </Group>
      <div>
        <Title order={3} fz="md" className={classes.name}>
          <EntityLink kind="component" id={id} size="md" c="inherit" fz="inherit">
            {name}
          </EntityLink>
        </Title>
        <Text size="xs" c="dimmed" ff="monospace" className={classes.name}>
          {technicalName}
          {facts.map((fact) => ` · ${fact}`)}
        </Text>
        {told !== undefined && told.lastMessage !== null && (
          <Text size="sm" className={classes.name}>
            “{told.lastMessage}”
          </Text>
        )}
      </div>
      {lines.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing else is affected.
        </Text>
      ) : (
        <FactList facts={lines} nameWidth={92} gap={3} />
      )}
      <Group justify="space-between" gap="xs" mt="auto">
        <IncidentLink cause={cause} />
        <Group gap="xs">
          <ScenarioButton size="compact-xs" name={name} entities={[{ kind: 'component', id }]} />
          <LinkButton
            href={`${blastRadiusHref(tenantId, 'component', id)}&state=${state}`}
            icon={IconRadar2}
            iconSize={14}
            size="compact-xs"
            aria-label={`Blast radius of ${name}`}
          >
            Blast radius
          </LinkButton>
        </Group>
      </Group>
    </article>
  );
}

function IncidentLink({ cause: { incident, incidentOpensAt, isUnderMaintenance } }: { cause: Cause }) {
  const { tenantId } = useTenant();
  if (incident === null)
    return (
      <Text size="xs" c="dimmed">
        {isUnderMaintenance ? (
          'Under maintenance, so no incident.'
        ) : incidentOpensAt === null ? (
          'No incident.'
        ) : (
          <OpensIn at={incidentOpensAt} />
        )}
      </Text>
    );
  const { id, number, state, acknowledgedBy } = incident;
  const by = state === 'Acknowledged' && acknowledgedBy !== null ? ` by ${acknowledgedBy}` : '';
  return (
    <Anchor component={PageLink} href={incidentHref(tenantId, id)} c="inherit" size="xs">
      <Group gap={6} display="inline-flex">
        Incident {number.toLocaleString('en')}
        <IncidentMark state={state} />
        {by}
      </Group>
    </Anchor>
  );
}

/** Counts down to when the incident opens. */
function OpensIn({ at }: { at: string }) {
  const now = useNow();
  const seconds = now === null ? null : Math.max(0, Math.ceil((Date.parse(at) - now) / 1_000));
  return <>{seconds === null || seconds === 0 ? 'An incident is about to open.' : `An incident opens in ${seconds} s.`}</>;
}
