/** Saves the scenario under a name. */
'use client';

import { Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mistakeOf } from '@/client/failure';
import { FormDialog } from '@/client/FormDialog';
import { technicalNameFrom } from '@/client/technicalNameFrom';
import { useTRPC } from '@/client/trpc';
import { notify } from '@/ui/notify';
import type { ScenarioView } from '@/features/scenarios/scenarioAddress';
import { fieldsOf } from './savedView';

interface Props {
  view: ScenarioView;
  onSaved(id: string): void;
  onClose(): void;
}

export function SaveScenarioDialog({ view, onSaved, onClose }: Props) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [technicalName, setTechnicalName] = useState<string | null>(null);
  const [description, setDescription] = useState('');
  const written = technicalName ?? technicalNameFrom(name);
  const save = useMutation(
    trpc.scenarios.create.mutationOptions({
      onSuccess: async (saved) => {
        notify({ message: `Saved as “${saved.name}”.` });
        onSaved(saved.id);
        onClose();
        await queryClient.invalidateQueries(trpc.scenarios.list.pathFilter());
      },
    }),
  );
  const submit = (): void =>
    save.mutate({
      name: name.trim(),
      technicalName: written,
      ...(description.trim() === '' ? {} : { description: description.trim() }),
      ...fieldsOf(view),
    });
  const mistakes = { name: mistakeOf(save.error, 'name', 'Name'), technicalName: mistakeOf(save.error, 'technicalName', 'Technical name') };
  const missing = [...(name.trim() === '' ? ['a name'] : []), ...(name.trim() !== '' && written === '' ? ['a technical name'] : [])];
  return (
    <FormDialog
      title="Save this scenario"
      submitLabel="Save"
      missing={missing}
      isBusy={save.isPending}
      error={mistakes.name === undefined && mistakes.technicalName === undefined ? save.error : null}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        placeholder="Frankfurt A and the broker"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={200}
        autoComplete="off"
        data-autofocus
        error={mistakes.name}
      />
      <TextInput
        label="Technical name"
        description="The command line, agents and manifests refer to the scenario by this name."
        value={written}
        onChange={(event) => setTechnicalName(event.currentTarget.value)}
        maxLength={128}
        autoComplete="off"
        error={mistakes.technicalName}
      />
      <Textarea
        label="Description"
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
        autosize
        minRows={2}
      />
    </FormDialog>
  );
}
