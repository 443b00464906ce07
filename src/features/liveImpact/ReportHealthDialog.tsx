/** Which component, its state, and the reason. */
'use client';

import { Group, Modal, Radio, Stack, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { EntityChoice } from '@/client/EntityChoice';
import { RefusalNote } from '@/client/RefusalNote';
import { StateMark } from '@/client/symbols/StateMark';
import { useTRPC } from '@/client/trpc';
import type { FoundEntity } from '@/contract/landscapePicture';
import { HEALTH_STATES, type HealthState } from '@/domain/vocabulary';
import { SubmitRow } from '@/ui/SubmitRow';
import { useFocusBack } from '@/ui/useFocusBack';
import { notify } from '@/ui/notify';

export function ReportHealthDialog({ onClose }: { onClose(): void }) {
  useFocusBack();
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
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (component === null) return;
    push.mutate({ component: component.id, state, ...(message.trim() === '' ? {} : { message: message.trim() }) });
  };
  return (
    <Modal opened onClose={onClose} title="Report health">
      <form onSubmit={submit} aria-label="Report health">
        <Stack gap="md">
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
          {push.error !== null && <RefusalNote error={push.error} />}
          <SubmitRow label="Report" missing={component === null ? ['a component'] : []} isBusy={push.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
