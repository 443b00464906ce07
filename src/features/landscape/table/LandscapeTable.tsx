/** The content of the picture as two tables. */
'use client';

import { Anchor, Tabs } from '@mantine/core';
import { useMemo } from 'react';
import { modeLabel } from '@/client/labels/dependencyLabels';
import { TYPE_LABELS } from '@/client/labels/labels';
import type { DrawnComponent, LandscapePicture, PictureBundle, PictureDependency, PictureGroup } from '@/contract/landscapePicture';
import { DataTable } from '@/ui/DataTable';
import type { Column } from '@/ui/tableColumns';
import type { LandscapeView } from '@/features/landscape/address/landscapeAddress';
import { componentColumns, idOf } from './componentColumns';
import { EveryComponent } from './EveryComponent';
import classes from './LandscapeTable.module.css';

interface Props {
  view: LandscapeView;
  data: LandscapePicture;
  selectedId: string | null;
  /** Keep it stable: a new function renders all rows again. */
  onSelect(id: string): void;
}

const BY_SOURCE = { key: 'source', order: 'ascending' } as const;
const BY_NAME = { key: 'name', order: 'ascending' } as const;

type Row = DrawnComponent | PictureGroup;
type Edge = PictureDependency | PictureBundle;

const bundleId = ({ sourceId, targetId }: PictureBundle): string => `bundle ${sourceId} ${targetId}`;

/** In a large landscape the first table holds groups, so every component has its own tab. */
export function LandscapeTable({ view, data, selectedId, onSelect }: Props) {
  const { things, edges, thingColumns, edgeColumns } = useMemo(() => tablesOf(data, onSelect), [data, onSelect]);
  return (
    <Tabs defaultValue="components" className={classes.tabs} keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="components">
          {data.isAggregated ? 'Groups' : 'Components'} ({things.length.toLocaleString('en')})
        </Tabs.Tab>
        {data.isAggregated && <Tabs.Tab value="every">Components ({data.matching.components.toLocaleString('en')})</Tabs.Tab>}
        <Tabs.Tab value="dependencies">Dependencies ({edges.length.toLocaleString('en')})</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="every" className={classes.panel}>
        <EveryComponent view={view} selectedId={selectedId} onSelect={onSelect} />
      </Tabs.Panel>
      <Tabs.Panel value="components" className={classes.panel}>
        <DataTable
          label={data.isAggregated ? 'Groups' : 'Components'}
          columns={thingColumns}
          rows={things}
          keyOf={idOf}
          selectedKey={selectedId}
          initialSorting={BY_NAME}
          empty="No component matches these filters."
        />
      </Tabs.Panel>
      <Tabs.Panel value="dependencies" className={classes.panel}>
        <DataTable
          label="Dependencies"
          columns={edgeColumns}
          rows={edges}
          keyOf={(edge) => ('sourceId' in edge ? bundleId(edge) : edge.id)}
          initialSorting={BY_SOURCE}
          empty="No dependency matches these filters."
        />
      </Tabs.Panel>
    </Tabs>
  );
}

function tablesOf(data: LandscapePicture, onSelect: (id: string) => void) {
  const things: Row[] = [...data.groups.filter(({ isFolded }) => isFolded), ...data.components];
  const edges: Edge[] = [...data.dependencies, ...data.bundles];
  const counts = countEdges(data);
  const nameOf = new Map(things.map((row) => [idOf(row), row.name]));
  const groupNames = new Map(data.groups.map(({ key, name }) => [key, name]));
  const groupOf = (row: Row): string => ('key' in row ? row.name : row.groupKeys.flatMap((key) => groupNames.get(key) ?? []).join(', '));
  const link = (id: string) => (
    <Anchor component="button" type="button" size="sm" onClick={() => onSelect(id)}>
      {nameOf.get(id)}
    </Anchor>
  );
  const thingColumns = componentColumns<Row>({
    onSelect,
    countsOf: (row) => counts.get(idOf(row)),
    groupOf: data.grouping === 'application' || data.grouping === 'none' ? null : groupOf,
  });
  const edgeColumns: Column<Edge>[] = [
    {
      key: 'source',
      title: 'Component',
      sortBy: (edge) => nameOf.get(endsOf(edge).source) ?? '',
      render: (edge) => link(endsOf(edge).source),
    },
    { key: 'type', title: 'Type', sortBy: (edge) => typeWords(edge), render: (edge) => typeWords(edge) },
    {
      key: 'target',
      title: 'Depends on',
      sortBy: (edge) => nameOf.get(endsOf(edge).target) ?? '',
      render: (edge) => link(endsOf(edge).target),
    },
    { key: 'mode', title: 'Mode', sortBy: (edge) => edgeModeWords(edge), render: (edge) => edgeModeWords(edge) },
  ];
  return { things, edges, thingColumns, edgeColumns };
}

function endsOf(edge: Edge): { source: string; target: string } {
  return 'sourceId' in edge
    ? { source: edge.sourceId, target: edge.targetId }
    : { source: edge.sourceComponentId, target: edge.targetComponentId };
}

function typeWords(edge: Edge): string {
  return 'parts' in edge
    ? [...new Set(edge.parts.map(({ dependencyType }) => TYPE_LABELS[dependencyType]))].join(', ')
    : TYPE_LABELS[edge.dependencyType];
}

function edgeModeWords(edge: Edge): string {
  return 'parts' in edge ? `${[...new Set(edge.parts.map(({ mode }) => mode))].join(', ')} (${edge.count})` : modeLabel(edge);
}

function countEdges({ dependencies, bundles }: LandscapePicture): Map<string, { dependencies: number; dependents: number }> {
  const counts = new Map<string, { dependencies: number; dependents: number }>();
  const at = (id: string) => {
    const held = counts.get(id) ?? { dependencies: 0, dependents: 0 };
    counts.set(id, held);
    return held;
  };
  for (const edge of [...dependencies, ...bundles]) {
    const weight = 'count' in edge ? edge.count : 1;
    at(endsOf(edge).source).dependencies += weight;
    at(endsOf(edge).target).dependents += weight;
  }
  return counts;
}
