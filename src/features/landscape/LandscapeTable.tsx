/** The same landscape as the picture, as two tables. */
'use client';

import { Anchor, Group, Tabs, Text } from '@mantine/core';
import { KindIcon } from '@/client/look/KindIcon';
import { modeWords } from '@/client/look/dependencyWords';
import { COMPONENT_KIND_WORDS, TYPE_WORDS } from '@/client/look/words';
import type { PictureApplication, PictureComponent, PictureDependency } from '@/contract/landscapePicture';
import { DataTable, type Column } from '@/ui/DataTable';
import classes from './LandscapeTable.module.css';
import type { PreparedBundle, PreparedLandscape } from './prepareLandscape';

interface Props {
  prepared: PreparedLandscape;
  applicationNames: ReadonlyMap<string, string>;
  selectedId: string | null;
  onSelect(id: string): void;
}

const BY_SOURCE = { key: 'source', order: 'ascending' } as const;
const BY_NAME = { key: 'name', order: 'ascending' } as const;

type Row = PictureComponent | PictureApplication;
type Edge = PictureDependency | PreparedBundle;

export function LandscapeTable({ prepared, applicationNames, selectedId, onSelect }: Props) {
  const things: Row[] = [...prepared.foldedApplications, ...prepared.components];
  const edges: Edge[] = [...prepared.dependencies, ...prepared.bundles];
  const counts = countEdges(prepared);
  const nameOf = new Map(things.map(({ id, name }) => [id, name]));
  const link = (id: string) => (
    <Anchor component="button" type="button" size="sm" onClick={() => onSelect(id)}>
      {nameOf.get(id)}
    </Anchor>
  );
  const thingColumns: Column<Row>[] = [
    { key: 'name', title: 'Name', sortBy: ({ name }) => name, render: ({ id }) => link(id) },
    { key: 'technicalName', title: 'Technical name', sortBy: ({ technicalName }) => technicalName, render: ({ technicalName }) => <Text size="xs" ff="monospace">{technicalName}</Text> },
    { key: 'kind', title: 'Kind', sortBy: (row) => ('kind' in row ? row.kind : ''), render: (row) => ('kind' in row ? <Kind kind={row.kind} isExternal={row.isExternal} /> : `Application of ${row.componentCount}`) },
    { key: 'application', title: 'Application', sortBy: (row) => applicationOf(row, applicationNames), render: (row) => applicationOf(row, applicationNames) },
    { key: 'dependencies', title: 'Depends on', isNumber: true, sortBy: ({ id }) => counts.get(id)?.dependencies ?? 0, render: ({ id }) => counts.get(id)?.dependencies ?? 0 },
    { key: 'dependents', title: 'Dependents', isNumber: true, sortBy: ({ id }) => counts.get(id)?.dependents ?? 0, render: ({ id }) => counts.get(id)?.dependents ?? 0 },
  ];
  const edgeColumns: Column<Edge>[] = [
    { key: 'source', title: 'This', sortBy: (edge) => nameOf.get(endsOf(edge).source) ?? '', render: (edge) => link(endsOf(edge).source) },
    { key: 'type', title: 'Type', sortBy: (edge) => typeWords(edge), render: (edge) => typeWords(edge) },
    { key: 'target', title: 'Depends on', sortBy: (edge) => nameOf.get(endsOf(edge).target) ?? '', render: (edge) => link(endsOf(edge).target) },
    { key: 'mode', title: 'Mode', sortBy: (edge) => edgeModeWords(edge), render: (edge) => edgeModeWords(edge) },
  ];
  return (
    <Tabs defaultValue="components" className={classes.tabs} keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="components">Components ({things.length.toLocaleString('en')})</Tabs.Tab>
        <Tabs.Tab value="dependencies">Dependencies ({edges.length.toLocaleString('en')})</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="components" className={classes.panel}>
        <DataTable label="Components" columns={thingColumns} rows={things} keyOf={({ id }) => id} selectedKey={selectedId} initialSorting={BY_NAME} empty="No component passes these filters." />
      </Tabs.Panel>
      <Tabs.Panel value="dependencies" className={classes.panel}>
        <DataTable label="Dependencies" columns={edgeColumns} rows={edges} keyOf={({ id }) => id} initialSorting={BY_SOURCE} empty="No dependency passes these filters." />
      </Tabs.Panel>
    </Tabs>
  );
}

function Kind({ kind, isExternal }: { kind: PictureComponent['kind']; isExternal: boolean }) {
  return (
    <Group gap={6} wrap="nowrap">
      <KindIcon kind={kind} />
      <Text size="sm" component="span">
        {COMPONENT_KIND_WORDS[kind]}
        {isExternal ? ', external' : ''}
      </Text>
    </Group>
  );
}

function applicationOf(row: Row, names: ReadonlyMap<string, string>): string {
  return 'applicationId' in row ? (names.get(row.applicationId) ?? '') : row.name;
}

function endsOf(edge: Edge): { source: string; target: string } {
  return 'sourceId' in edge ? { source: edge.sourceId, target: edge.targetId } : { source: edge.sourceComponentId, target: edge.targetComponentId };
}

function typeWords(edge: Edge): string {
  return 'parts' in edge ? [...new Set(edge.parts.map(({ dependencyType }) => TYPE_WORDS[dependencyType]))].join(', ') : TYPE_WORDS[edge.dependencyType];
}

function edgeModeWords(edge: Edge): string {
  return 'parts' in edge ? `${[...new Set(edge.parts.map(({ mode }) => mode))].join(', ')} (${edge.count})` : modeWords(edge);
}

function countEdges({ dependencies, bundles }: PreparedLandscape): Map<string, { dependencies: number; dependents: number }> {
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
