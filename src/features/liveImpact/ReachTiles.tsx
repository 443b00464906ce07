/** What is affected besides components: applications, capabilities, processes and audiences, one tile each with its effective state. */
'use client';

import { Anchor, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { inventoryHref } from '@/client/inventoryHref';
import { StateMark } from '@/client/symbols/StateMark';
import { PageLink } from '@/client/PageLink';
import { useTenant } from '@/client/tenantContext';
import type { EntityKind } from '@/domain/vocabulary';
import classes from './ImpactView.module.css';
import { reachGroups, type ReachGroup, type ReachTile } from './reachGroups';
import { useChanged } from './useChanged';
import type { Snapshot } from './useLiveImpact';

export function ReachTiles({ snapshot }: { snapshot: Snapshot }) {
  const groups = reachGroups(snapshot);
  if (groups.length === 0) return null;
  return (
    <div className={classes.groups}>
      {groups.map((group) => (
        <TileGroup key={group.kind} group={group} />
      ))}
    </div>
  );
}

const FIRST_TILES = 24;

function TileGroup({ group: { title, kind, tiles } }: { group: ReachGroup }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? tiles : tiles.slice(0, FIRST_TILES);
  return (
    <section aria-label={title}>
      <Title order={2} mb="xs">
        {title} ({tiles.length.toLocaleString('en')})
      </Title>
      <ul className={classes.tiles}>
        {shown.map((tile) => (
          <Tile key={tile.id} kind={kind} tile={tile} />
        ))}
      </ul>
      {shown.length < tiles.length && (
        <Anchor component="button" type="button" size="sm" mt="xs" onClick={() => setWhole(true)}>
          Show all {tiles.length.toLocaleString('en')}
        </Anchor>
      )}
    </section>
  );
}

function Tile({ kind, tile: { id, name, state, detail } }: { kind: EntityKind; tile: ReachTile }) {
  const { tenantId } = useTenant();
  const changed = useChanged(state);
  return (
    <li>
      <PageLink href={inventoryHref(tenantId, kind, id)} className={`${classes.tile} ${changed}`}>
        <Group justify="space-between" gap={6} wrap="nowrap" align="flex-start">
          <Text size="sm" fw={550} className={classes.name}>
            {name}
          </Text>
          <StateMark state={state} />
        </Group>
        {detail !== '' && (
          <Text size="xs" c="dimmed">
            {detail}
          </Text>
        )}
      </PageLink>
    </li>
  );
}
