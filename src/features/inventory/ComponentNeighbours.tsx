/** A component's dependencies and dependents, which can be edited from its panel. */
'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FailureNote } from '@/client/FailureNote';
import { explain } from '@/client/failure';
import { useTRPC } from '@/client/trpc';
import type { Neighbour } from '@/contract/landscapePicture';
import { LoadingFacts } from '@/ui/LoadingFacts';
import { notify } from '@/ui/notify';
import { laterPart } from '@/ui/laterPart';
import { DeleteDialog } from './DeleteDialog';
import type { FormValues } from './formValues';
import type { InventoryRow } from './inventoryRow';
import { NeighbourSection } from './NeighbourSection';
import { RedundancyGroups } from './RedundancyGroups';
import { useKindCalls } from './useKindProcedures';

const EntityForm = laterPart(async () => (await import('./EntityForm')).EntityForm);

type Editing = { row: InventoryRow | null; start: FormValues };

export function ComponentNeighbours({ component, mayEdit }: { component: InventoryRow; mayEdit: boolean }) {
  const trpc = useTRPC();
  const place = useQuery(trpc.landscape.component.queryOptions({ component: component.id }));
  const [editing, setEditing] = useState<Editing | null>(null);
  const [removing, setRemoving] = useState<{ id: string; name: string } | null>(null);
  const { get } = useKindCalls('dependency');
  if (place.isError)
    return <FailureNote title="Its dependencies could not be loaded" error={place.error} onRetry={() => void place.refetch()} />;
  if (place.data === undefined) return <LoadingFacts label="Loading its dependencies" rows={4} />;
  const { dependencies, dependents, counts } = place.data;
  const editOf = (ownEnd: string, nameOf: (neighbour: Neighbour) => string) =>
    mayEdit
      ? {
          onAdd: () => setEditing({ row: null, start: { [ownEnd]: component.id } }),
          onChange: (id: string) =>
            void get(id).then(
              (row) => setEditing({ row, start: {} }),
              (error: unknown) => notify({ color: 'red', title: 'The dependency could not be opened', message: explain(error) }),
            ),
          onRemove: (neighbour: Neighbour) => setRemoving({ id: neighbour.dependencyId, name: nameOf(neighbour) }),
        }
      : null;
  const own = String(component.name);
  return (
    <>
      <NeighbourSection
        title="Dependencies"
        empty="No dependencies."
        addLabel="Add a dependency"
        count={counts.dependencies}
        neighbours={dependencies}
        edit={editOf('sourceComponentId', (neighbour) => `${own} → ${neighbour.component.name}`)}
      />
      <RedundancyGroups componentId={component.id} dependencies={dependencies} mayEdit={mayEdit} />
      <NeighbourSection
        title="Dependents"
        empty="No dependents."
        addLabel="Add a dependent"
        count={counts.dependents}
        neighbours={dependents}
        edit={editOf('targetComponentId', (neighbour) => `${neighbour.component.name} → ${own}`)}
      />
      {editing !== null && (
        <EntityForm
          kind="dependency"
          row={editing.row}
          start={editing.start}
          onClose={() => setEditing(null)}
          onSaved={() => setEditing(null)}
        />
      )}
      {removing !== null && (
        <DeleteDialog
          kind="dependency"
          ids={[removing.id]}
          name={removing.name}
          onClose={() => setRemoving(null)}
          onDeleted={() => setRemoving(null)}
        />
      )}
    </>
  );
}
