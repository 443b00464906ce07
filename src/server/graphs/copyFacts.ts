/** Reads all components and dependencies of a tenant into a graph that is being built. These two are most of a landscape, so they are read by COPY. */
import type pg from 'pg';
import type { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import type { ComponentLink, DependencyFact } from '@/domain/graph/arrays/landscapeFacts';
import type { ComponentKind, DependencyMode, DependencyType } from '@/domain/vocabulary';
import { copiedText, eachCopiedRow, type CopiedTable } from '@/server/landscape/copyRows';

const COMPONENTS: CopiedTable = {
  table: 'component',
  columns: ['id', 'technicalName', 'name', 'ordinal', 'kind', 'isExternal', 'applicationId'],
  order: ['id'],
};

const COMPONENT_LINKS: readonly { link: ComponentLink; table: string; column: string }[] = [
  { link: 'componentZones', table: 'component_hosting_zone', column: 'hostingZoneId' },
  { link: 'componentTechnologies', table: 'component_technology', column: 'technologyId' },
  { link: 'componentDatasets', table: 'component_dataset', column: 'datasetId' },
];

/** In any order: as they lie on the disk is the fastest, and no answer depends on it. */
const DEPENDENCIES: CopiedTable = {
  table: 'dependency',
  columns: [
    'id',
    'sourceOrdinal',
    'targetOrdinal',
    'dependencyType',
    'mode',
    'required',
    'propagates',
    'redundancyGroup',
    'redundancyMinimum',
  ],
  order: [],
};

/** Everything that is read here; a benchmark reads it without building anything. */
export const COPIED: readonly CopiedTable[] = [
  COMPONENTS,
  ...COMPONENT_LINKS.map(({ table, column }) => linkRows(table, column)),
  DEPENDENCIES,
];

/** In the order of the components' ids. */
function linkRows(table: string, column: string): CopiedTable {
  return { table, columns: ['componentId', column], order: ['componentId', column] };
}

const TAB = '\t';
const TRUE = 't';
const GUID_LENGTH = 36;
/** Their links follow by themselves. */
const NONE: string[] = [];

/** All components with their links. The entities that they refer to may come later. */
export async function copyComponents(client: pg.ClientBase, tenantId: string, builder: LandscapeGraphBuilder): Promise<void> {
  const ids: string[] = [];
  const nodes: number[] = [];
  await eachCopiedRow(client, tenantId, COMPONENTS, (line) => {
    const [id = '', technicalName, name, ordinal, kind, isExternal, applicationId = ''] = line.split(TAB);
    ids.push(id);
    nodes.push(
      builder.addComponent({
        id,
        technicalName: copiedText(technicalName) ?? '',
        name: copiedText(name) ?? '',
        ordinal: Number(ordinal),
        kind: kind as ComponentKind,
        isExternal: isExternal === TRUE,
        applicationId,
        hostingZoneIds: NONE,
        technologyIds: NONE,
        datasetIds: NONE,
      }),
    );
  });
  for (const { link, ...source } of COMPONENT_LINKS)
    await copyLinks(client, tenantId, source, ids, (index, named) => builder.addComponentLinks(link, nodes[index] ?? -1, named));
}

/** Passes the links of each component that has some, with its index in `ids`. Both are in the order of the ids, so that no id is looked up. */
async function copyLinks(
  client: pg.ClientBase,
  tenantId: string,
  { table, column }: { table: string; column: string },
  ids: readonly string[],
  take: (index: number, named: readonly string[]) => void,
): Promise<void> {
  let index = 0;
  let named: string[] = [];
  await eachCopiedRow(client, tenantId, linkRows(table, column), (line) => {
    const componentId = line.slice(0, GUID_LENGTH);
    if (ids[index] !== componentId) {
      if (named.length > 0) take(index, named);
      named = [];
      while (index < ids.length && ids[index] !== componentId) index += 1;
      // Every link has a component, and both were read as of the same moment.
      if (index === ids.length) throw new Error(`A link was read whose component was not: ${componentId}`);
    }
    named.push(line.slice(GUID_LENGTH + 1));
  });
  if (named.length > 0) take(index, named);
}

type Attributes = Omit<DependencyFact, 'id' | 'sourceOrdinal' | 'targetOrdinal'>;

/** More than this are only seen where there are many groups. */
const MOST_KNOWN = 1_000;

/** All dependencies. */
export async function copyDependencies(client: pg.ClientBase, tenantId: string, builder: LandscapeGraphBuilder): Promise<void> {
  // Millions of dependencies share a few hundred combinations of attributes, each read once.
  const known = new Map<string, Attributes>();
  await eachCopiedRow(client, tenantId, DEPENDENCIES, (line) => {
    const sourceEnd = line.indexOf(TAB, GUID_LENGTH + 1);
    const targetEnd = line.indexOf(TAB, sourceEnd + 1);
    const rest = line.slice(targetEnd + 1);
    let attributes = known.get(rest);
    if (attributes === undefined) {
      if (known.size === MOST_KNOWN) known.clear();
      known.set(rest, (attributes = attributesOf(rest)));
    }
    builder.addDependency({
      id: line.slice(0, GUID_LENGTH),
      sourceOrdinal: Number(line.slice(GUID_LENGTH + 1, sourceEnd)),
      targetOrdinal: Number(line.slice(sourceEnd + 1, targetEnd)),
      ...attributes,
    });
  });
}

function attributesOf(columns: string): Attributes {
  const [dependencyType, mode, required, propagates, group, minimum] = columns.split(TAB);
  return {
    dependencyType: dependencyType as DependencyType,
    mode: mode as DependencyMode,
    required: required === TRUE,
    propagates: propagates === TRUE,
    redundancyGroup: ownText(group),
    redundancyMinimum: Number(minimum),
  };
}

/** A copy, because a part of a string keeps the whole in memory: here all rows that arrived together. */
function ownText(value: string | undefined): string | null {
  const text = copiedText(value);
  return text === null ? null : Buffer.from(text).toString();
}
