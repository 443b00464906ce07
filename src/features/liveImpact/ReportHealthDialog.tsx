/** Which component, its state, and the reason. */
'use client';

import { Group, Radio, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { EntityChoice } from '@/client/EntityChoice';
import { FormDialog } from '@/client/FormDialog';
import { StateMark } from '@/client/symbols/StateMark';
import { useTRPC } from '@/client/trpc';
import type { FoundEntity } from '@/contract/landscapePicture';
import { HEALTH_STATES, type HealthState } from '@/domain/vocabulary';
import { notify } from '@/ui/notify';

export function ReportHealthDialog({ onClose }: { onClose(): void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [component, setComponent] = useState<Pick<FoundEntity, 'id' | 'name' | 'kind'> | null>(null);
  const [state, setState] = useState<HealthState>('Degraded');
  const [message, setMessage] = useState('');
  const push = useMutation(
    trpc.health.push.mutationOptions({
      onSuccess: async ({ note }) => {
        notify({ message: `${component?.name ?? 'The component'} is reported as ${state}.${note === null ? '' : ` ${note}`}` });
        onClose();
        await queryClient.invalidateQueries(trpc.health.pathFilter());
      },
    }),
  );
  const report = (): void => {
    if (component !== null) push.mutate({ component: component.id, state, ...(message.trim() === '' ? {} : { message: message.trim() }) });
  };
  return (
    <FormDialog
      title="Report health"
      submitLabel="Report"
      missing={component === null ? ['a component'] : []}
      isBusy={push.isPending}
      error={push.error}
      onSubmit={report}
      onClose={onClose}
    >
      <EntityChoice
        id="report-component"
        label="Component"
        placeholder="Search components"
        kinds={['component']}
        chosen={component}
        onChange={setComponent}
      />
      <Radio.Group label="State" value={state} onChange={(value) => setState(value as HealthState)}>
        <Group gap="md" mt={6}>
          {HEALTH_STATES.map((value) => (
            <Radio key={value} size="xs" value={value} label={<StateMark state={value} />} />
          ))}
        </Group>
      </Radio.Group>
      <Textarea
        label="What you saw"
        placeholder="Logins fail since noon"
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
        maxLength={1_000}
        autosize
        minRows={2}
      />
    </FormDialog>
  );
}
