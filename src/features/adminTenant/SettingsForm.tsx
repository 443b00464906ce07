/** The settings that Admins can change. */
'use client';

import { Alert, Button, Checkbox, Group, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState, type FormEvent } from 'react';
import { failureOf } from '@/client/failure';
import { RefusalNote } from '@/client/RefusalNote';
import { useTRPC } from '@/client/trpc';
import type { Tenant } from '@/contract/tenant';
import { PLAN_LIMITS } from '@/domain/access';
import { ROLES, type Role } from '@/domain/vocabulary';
import { formatDuration } from '@/ui/formatDuration';
import { Section } from '@/ui/Section';
import { notify } from '@/ui/notify';
import { inOrder, patchOf, THRESHOLDS, valuesOf, type SettingsValues, type Threshold } from './settingsValues';

const CURRENCIES = Intl.supportedValuesOf('currency');
const THRESHOLD_WORDS: Readonly<Record<Threshold, string>> = {
  Warning: 'Warning or worse',
  Degraded: 'Degraded or worse',
  Outage: 'Outage only',
};
const LONGEST_QUIET_SECONDS = 86_400;
const LONGEST_DELAY_SECONDS = 600;

export function SettingsForm({ tenant, ifMatch }: { tenant: Tenant; ifMatch: string }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const [values, setValues] = useState(() => valuesOf(tenant));
  const change = (part: Partial<SettingsValues>): void => setValues((held) => ({ ...held, ...part }));
  const patch = patchOf(valuesOf(tenant), values);
  const isChanged = Object.keys(patch).length > 0;
  const refresh = () =>
    Promise.all([trpc.tenant, trpc.caller, trpc.changes].map((noun) => queryClient.invalidateQueries(noun.pathFilter())));
  const save = useMutation(
    trpc.tenant.update.mutationOptions({
      trpc: { context: { ifMatch } },
      onSuccess: async () => {
        notify({ message: 'Settings saved.' });
        router.refresh();
        await refresh();
      },
    }),
  );
  const isOutdated = save.isError && failureOf(save.error).code === 'precondition_failed';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate(patch);
  };
  return (
    <form onSubmit={submit} aria-label="Settings">
      <Stack gap="md">
        <Section title="General">
          <TextInput
            label="Name of the tenant"
            value={values.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
            maxLength={200}
            required
            withAsterisk={false}
          />
          <Select
            label="Currency"
            description="The currency of all revenue. Changing it converts no amounts."
            data={CURRENCIES.includes(values.currency) ? CURRENCIES : [values.currency, ...CURRENCIES]}
            value={values.currency}
            onChange={(currency) => currency !== null && change({ currency })}
            searchable
            allowDeselect={false}
            maw={360}
          />
          <Revenue plan={tenant.plan} value={values.revenueVisibleTo} onChange={(revenueVisibleTo) => change({ revenueVisibleTo })} />
        </Section>
        <Section
          title="Incidents"
          intro="When a component’s health opens an incident, and how long the component must be quiet before the incident resolves by itself."
        >
          <Group gap="md" align="flex-start">
            <Select
              label="Opens at"
              data={THRESHOLDS.map((value) => ({ value, label: THRESHOLD_WORDS[value] }))}
              value={values.incidentThreshold}
              onChange={(incidentThreshold) => incidentThreshold !== null && change({ incidentThreshold: incidentThreshold as Threshold })}
              allowDeselect={false}
              w={220}
            />
            <SecondsInput
              label="Opens after"
              description={`In seconds: ${formatDuration(values.openAfterSeconds * 1_000)}`}
              value={values.openAfterSeconds}
              onChange={(openAfterSeconds) => change({ openAfterSeconds })}
              max={LONGEST_DELAY_SECONDS}
              step={5}
            />
            <SecondsInput
              label="Grace period after a recovery"
              description={`In seconds: ${formatDuration(values.recoveryGraceSeconds * 1_000)}`}
              value={values.recoveryGraceSeconds}
              onChange={(recoveryGraceSeconds) => change({ recoveryGraceSeconds })}
              max={LONGEST_DELAY_SECONDS}
              step={15}
            />
            <SecondsInput
              label="Resolves after"
              description={`In seconds: ${formatDuration(values.resolveAfterSeconds * 1_000)}`}
              value={values.resolveAfterSeconds}
              onChange={(resolveAfterSeconds) => change({ resolveAfterSeconds })}
              max={LONGEST_QUIET_SECONDS}
              step={60}
            />
          </Group>
          <Checkbox
            mt="md"
            label="Also for what is not in service"
            description="Applications in Planning, Development or Retired open incidents even if they harm nothing in service."
            checked={values.incidentsOutsideService}
            onChange={(event) => change({ incidentsOutsideService: event.currentTarget.checked })}
          />
        </Section>
        {isOutdated && (
          <Alert color="yellow" variant="light" title="Somebody changed the settings in the meantime" role="alert">
            <Text size="sm">Your changes were not saved. Reload, then make them again.</Text>
            <Button mt="sm" variant="default" onClick={() => void refresh()}>
              Reload
            </Button>
          </Alert>
        )}
        {save.isError && !isOutdated && <RefusalNote error={save.error} />}
        <Group gap="xs">
          <Button type="submit" loading={save.isPending} disabled={!isChanged || values.name.trim() === ''}>
            Save the settings
          </Button>
          {isChanged && (
            <Button variant="default" onClick={() => setValues(valuesOf(tenant))}>
              Reset
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

function Revenue({ plan, value, onChange }: { plan: Tenant['plan']; value: readonly Role[]; onChange(roles: Role[]): void }) {
  const hasRevenue = PLAN_LIMITS[plan].hasRevenue;
  return (
    <Checkbox.Group
      label="Who sees and changes revenue"
      description={
        hasRevenue
          ? 'Revenue of segments, revenue shares and what failures cost. API keys have their own permission.'
          : `Needs the Business plan or above; on ${plan} nobody sees revenue.`
      }
      value={[...value]}
      onChange={(roles) => onChange(inOrder(roles as Role[]))}
    >
      <Group gap="md" mt={8}>
        {[...ROLES].reverse().map((role) => (
          <Checkbox key={role} size="xs" value={role} label={role} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

interface SecondsInputProps {
  label: string;
  description: string;
  value: number;
  onChange: (seconds: number) => void;
  max: number;
  step: number;
}

function SecondsInput({ onChange, ...props }: SecondsInputProps) {
  return (
    <NumberInput
      {...props}
      inputWrapperOrder={['label', 'input', 'description']}
      onChange={(seconds) => onChange(Number(seconds))}
      min={0}
      clampBehavior="strict"
      allowDecimal={false}
      thousandSeparator=","
      w={220}
    />
  );
}
