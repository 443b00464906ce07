/** The settings that Admins can change. */
'use client';

import { Alert, Button, Checkbox, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState, type FormEvent } from 'react';
import { failureOf } from '@/client/failure';
import { RefusalNote } from '@/client/RefusalNote';
import { useTRPC } from '@/client/trpc';
import type { Tenant } from '@/contract/tenant';
import { PLAN_LIMITS } from '@/domain/access';
import { DOMAINS_BY, ROLES, type Role } from '@/domain/vocabulary';
import { countOf } from '@/plain/counts';
import { Section } from '@/ui/Section';
import { notify } from '@/ui/notify';
import { DurationField } from './DurationField';
import { SaveBar } from './SaveBar';
import { inOrder, isIncomplete, patchOf, THRESHOLDS, valuesOf, type SettingsValues, type Threshold } from './settingsValues';

const CURRENCIES = Intl.supportedValuesOf('currency');
const THRESHOLD_WORDS: Readonly<Record<Threshold, string>> = {
  Warning: 'Warning or worse',
  Degraded: 'Degraded or worse',
  Outage: 'Outage only',
};
const AUTOMATIC = 'Automatic';
const DOMAIN_CHOICES = [
  { value: AUTOMATIC, label: 'A top capability, if most applications support one' },
  { value: 'TopCapability', label: 'A capability at the top of the tree' },
  { value: 'TeamPrefix', label: 'The beginning of a team’s name' },
  { value: 'None', label: 'Nothing: maps are grouped by team' },
];
const LONGEST_QUIET_SECONDS = 86_400;
const LONGEST_DELAY_SECONDS = 600;
const MINUTE_SECONDS = 60;
const LONGEST_AGE_SECONDS = 525_600 * MINUTE_SECONDS;

export function SettingsForm({ tenant, ifMatch }: { tenant: Tenant; ifMatch: string }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const [values, setValues] = useState(() => valuesOf(tenant));
  const change = (part: Partial<SettingsValues>): void => setValues((held) => ({ ...held, ...part }));
  const patch = patchOf(valuesOf(tenant), values);
  const changes = Object.keys(patch).length;
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
    if (changes > 0 && !isIncomplete(values)) save.mutate(patch);
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
        <IncidentSettings values={values} change={change} />
        <AgeSettings values={values} change={change} saved={tenant.staleAfterMinutes} />
        <DomainSettings values={values} change={change} />
        <SharingSettings values={values} change={change} />
        {isOutdated && (
          <Alert color="yellow" variant="light" title="Somebody changed the settings in the meantime" role="alert">
            <Text size="sm">Your changes were not saved. Reload, then make them again.</Text>
            <Button mt="sm" variant="default" onClick={() => void refresh()}>
              Reload
            </Button>
          </Alert>
        )}
        {save.isError && !isOutdated && <RefusalNote error={save.error} />}
        {changes > 0 && (
          <SaveBar
            changes={changes}
            isBusy={save.isPending}
            isComplete={!isIncomplete(values)}
            onReset={() => setValues(valuesOf(tenant))}
          />
        )}
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

/** What the limit would make stale, before it is saved. */
function StalePreview({ staleAfterMinutes }: { staleAfterMinutes: number }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.health.wouldBeStale.queryOptions({ staleAfterMinutes }, { placeholderData: keepPreviousData }));
  if (data === undefined) return null;
  const { components, unhealthy, named } = data;
  const more = components - named.length;
  return (
    <Text size="sm" mt="xs" role="status">
      {components === 0
        ? 'Nothing would become stale now.'
        : `${countOf(components, 'component')} would be stale now${unhealthy === 0 ? '' : `, ${unhealthy.toLocaleString('en')} of them unhealthy`}: ${named.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}.`}
    </Text>
  );
}

interface PartProps {
  values: SettingsValues;
  change(part: Partial<SettingsValues>): void;
}

function IncidentSettings({ values, change }: PartProps) {
  return (
    <Section
      title="Incidents"
      intro="When a component’s health opens an incident, and how long the component must be healthy before the incident resolves by itself."
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} maw={460}>
        <Select
          label="Opens at"
          data={THRESHOLDS.map((value) => ({ value, label: THRESHOLD_WORDS[value] }))}
          value={values.incidentThreshold}
          onChange={(incidentThreshold) => incidentThreshold !== null && change({ incidentThreshold: incidentThreshold as Threshold })}
          allowDeselect={false}
        />
        <DurationField
          label="Opens after"
          seconds={values.openAfterSeconds}
          onChange={(openAfterSeconds) => change({ openAfterSeconds })}
          maxSeconds={LONGEST_DELAY_SECONDS}
        />
        <DurationField
          label="Grace period after a recovery"
          seconds={values.recoveryGraceSeconds}
          onChange={(recoveryGraceSeconds) => change({ recoveryGraceSeconds })}
          maxSeconds={LONGEST_DELAY_SECONDS}
        />
        <DurationField
          label="Resolves after"
          seconds={values.resolveAfterSeconds}
          onChange={(resolveAfterSeconds) => change({ resolveAfterSeconds })}
          maxSeconds={LONGEST_QUIET_SECONDS}
        />
      </SimpleGrid>
      <Checkbox
        mt="md"
        label="Also for what is not in service"
        description="Applications in Planning, Development or Retired open incidents even if they harm nothing in service."
        checked={values.incidentsOutsideService}
        onChange={(event) => change({ incidentsOutsideService: event.currentTarget.checked })}
      />
    </Section>
  );
}

function SharingSettings({ values, change }: PartProps) {
  return (
    <Section title="Sharing">
      <Checkbox
        label="Members may share views and make badges"
        description="For people without an account. Switching it off ends every share link and badge of this tenant at once; switching it on again brings none back."
        checked={values.areShareLinksAllowed}
        onChange={(event) => change({ areShareLinksAllowed: event.currentTarget.checked })}
      />
    </Section>
  );
}

/** `saved` is what the tenant has now, in minutes. */
function AgeSettings({ values: { staleAfterMinutes }, change, saved }: PartProps & { saved: number }) {
  return (
    <Section
      title="Age of reports"
      intro="A report that nobody repeats becomes stale: it is marked, opens no incident and ends none, and a stale Healthy counts as not reported. A component can have a limit of its own."
    >
      <DurationField
        label="Stale after"
        seconds={staleAfterMinutes === null ? null : staleAfterMinutes * MINUTE_SECONDS}
        onChange={(seconds) => change({ staleAfterMinutes: seconds === null ? null : seconds / MINUTE_SECONDS })}
        maxSeconds={LONGEST_AGE_SECONDS}
        stepSeconds={MINUTE_SECONDS}
        zeroWord="never"
      />
      {staleAfterMinutes !== null && staleAfterMinutes !== saved && <StalePreview staleAfterMinutes={staleAfterMinutes} />}
    </Section>
  );
}

function DomainSettings({ values, change }: PartProps) {
  return (
    <Section
      title="Domains"
      intro="A map of a large landscape is grouped by domain, so that it has few groups however many applications there are."
    >
      <Group align="flex-end">
        <Select
          label="A domain is"
          data={DOMAIN_CHOICES}
          value={values.domainsBy ?? AUTOMATIC}
          allowDeselect={false}
          onChange={(value) => change({ domainsBy: DOMAINS_BY.find((one) => one === value) ?? null })}
          w={420}
          maw="100%"
        />
        {values.domainsBy === 'TeamPrefix' && (
          <TextInput
            label="Separator in team names"
            value={values.teamSeparator}
            maxLength={5}
            required
            onChange={(event) => change({ teamSeparator: event.currentTarget.value })}
            w={180}
          />
        )}
      </Group>
    </Section>
  );
}
