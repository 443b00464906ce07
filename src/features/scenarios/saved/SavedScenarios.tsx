/** The saved scenarios: the open one, its past runs, and the others. */
'use client';

import { Alert, Button, Group, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureOf } from '@/client/failure';
import { FailureNote } from '@/client/FailureNote';
import { RefusalNote } from '@/client/RefusalNote';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import { scenarioTag } from '@/contract/etag';
import type { Scenario } from '@/contract/savedScenarios';
import { isRoleAtLeast, PLAN_LIMITS } from '@/domain/access';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { notify } from '@/ui/notify';
import type { ChangeScenario, ScenarioView } from '@/features/scenarios/scenarioAddress';
import classes from '@/features/scenarios/ScenariosPage.module.css';
import { RunHistory } from './RunHistory';
import { SaveScenarioDialog } from './SaveScenarioDialog';
import { askedBy, fieldsOf, isAsSaved } from './savedView';

interface Props {
  view: ScenarioView;
  change: ChangeScenario;
}

/** A list of this length is still readable. The command line finds others by name. */
const MOST_LISTED = 200;

export function SavedScenarios({ view, change }: Props) {
  const { plan, role } = useTenant();
  const trpc = useTRPC();
  const list = useQuery(trpc.scenarios.list.queryOptions({ limit: MOST_LISTED }));
  const open = useQuery({
    ...trpc.scenarios.get.queryOptions({ idOrTechnicalName: view.scenario ?? '' }),
    enabled: view.scenario !== null,
    // The page has asked already. If this asked again for a missing scenario, the page would wait again and unmount this, without end.
    retryOnMount: false,
  });
  const maySave = PLAN_LIMITS[plan].savesScenarios && isRoleAtLeast(role, 'Editor');
  const scenario = view.scenario === null ? undefined : open.data;
  const others = list.data?.items.filter(({ id }) => id !== scenario?.id) ?? [];
  return (
    <section aria-label="Saved scenarios">
      <Title order={2} mb={6}>
        {scenario === undefined ? 'Saved scenarios' : scenario.name}
      </Title>
      {!PLAN_LIMITS[plan].savesScenarios && (
        <Text size="sm" c="dimmed">
          Saved scenarios come with the Team plan and above; this tenant has {plan}. The URL of this page contains the whole scenario: copy
          the link to keep it.
        </Text>
      )}
      {view.scenario !== null && open.isError && <Unread error={open.error} onRetry={() => void open.refetch()} change={change} />}
      {scenario !== undefined && <Opened scenario={scenario} view={view} change={change} maySave={maySave} />}
      {maySave && <SaveButton view={view} change={change} label={scenario === undefined ? 'Save this scenario' : 'Save as new'} />}
      {list.isError && <FailureNote title="The scenarios could not be loaded" error={list.error} onRetry={() => void list.refetch()} />}
      <ScenarioList title={scenario === undefined ? null : 'Others'} scenarios={others} change={change} />
      {list.data !== undefined && list.data.total > list.data.items.length && (
        <Text size="xs" c="dimmed" mt={4}>
          The first {list.data.items.length.toLocaleString('en')} of {list.data.total.toLocaleString('en')}.
        </Text>
      )}
      {list.data?.items.length === 0 && PLAN_LIMITS[plan].savesScenarios && (
        <Text size="sm" c="dimmed" mt={4}>
          No scenario is saved yet.
        </Text>
      )}
    </section>
  );
}

/** A link may name a deleted scenario or one of another tenant; the page does not say which. */
function Unread({ error, onRetry, change }: { error: unknown; onRetry(): void; change: ChangeScenario }) {
  if (failureOf(error).code !== 'not_found')
    return <FailureNote title="The scenario could not be loaded" error={error} onRetry={onRetry} />;
  return (
    <Alert variant="light" color="yellow" p="xs" my={6} role="alert" title="There is no such scenario in this tenant">
      <Text size="sm" c="var(--mantine-color-text)">
        The link names a scenario that was deleted, or that belongs to another tenant.
      </Text>
      <Button variant="default" mt={6} onClick={() => change({ scenario: null, from: null, to: null }, { isReplacing: true })}>
        Close it
      </Button>
    </Alert>
  );
}

/** Disabled while nothing fails, and for a past landscape. */
function SaveButton({ view, change, label }: Props & { label: string }) {
  const [isSaving, setSaving] = useState(false);
  if (fieldsOf(view).failures.length === 0 || view.at !== null) return null;
  return (
    <>
      <Button variant="default" mt={6} onClick={() => setSaving(true)}>
        {label}
      </Button>
      {isSaving && (
        <SaveScenarioDialog view={view} onSaved={(id) => change({ scenario: id, from: null, to: null })} onClose={() => setSaving(false)} />
      )}
    </>
  );
}

interface ListProps {
  title: string | null;
  scenarios: readonly Scenario[];
  change: ChangeScenario;
}

function ScenarioList({ title, scenarios, change }: ListProps) {
  if (scenarios.length === 0) return null;
  return (
    <>
      {title !== null && (
        <Title order={3} mt="sm">
          {title}
        </Title>
      )}
      <ul className="bare-list">
        {scenarios.map((scenario) => (
          <li key={scenario.id} className={classes.row}>
            <span className={classes.name}>
              <button
                type="button"
                className={classes.choose}
                onClick={() => change({ ...askedBy(scenario), scenario: scenario.id, at: null, item: null, from: null, to: null })}
              >
                {scenario.name}
              </button>
              {scenario.description !== null && <span className={classes.detail}>{scenario.description}</span>}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Opened({ scenario, view, change, maySave }: Props & { scenario: Scenario; maySave: boolean }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [isDeleting, setDeleting] = useState(false);
  const askAgain = () => queryClient.invalidateQueries(trpc.scenarios.pathFilter());
  const context = { trpc: { context: { ifMatch: scenarioTag(scenario) } } };
  const update = useMutation(
    trpc.scenarios.update.mutationOptions({
      ...context,
      onSuccess: () => notify({ message: `Saved “${scenario.name}”.` }),
      onSettled: askAgain,
    }),
  );
  const remove = useMutation(
    trpc.scenarios.delete.mutationOptions({
      ...context,
      onSuccess: () => change({ scenario: null, from: null, to: null }),
      onSettled: askAgain,
    }),
  );
  const run = useMutation(trpc.scenarios.run.mutationOptions({ onSettled: askAgain }));
  const isSame = isAsSaved(view, scenario);
  const reference = { idOrTechnicalName: scenario.id };
  return (
    <>
      {scenario.description !== null && <Text size="sm">{scenario.description}</Text>}
      {scenario.missing.length > 0 && (
        <Alert
          variant="light"
          color="yellow"
          p="xs"
          my={6}
          title={
            askedBy(scenario).basket.length === 0
              ? 'Nothing in this scenario is in the landscape any more'
              : 'Parts of this scenario are no longer in the landscape'
          }
        >
          <Text size="sm" c="var(--mantine-color-text)">
            Left out: {scenario.missing.map(({ technicalName }) => technicalName).join(', ')}.
          </Text>
        </Alert>
      )}
      {!isSame && (
        <Text size="sm" c="dimmed">
          You have unsaved changes.
        </Text>
      )}
      <Group gap={6} my={6}>
        {maySave && isSame && (
          <Button loading={run.isPending} onClick={() => run.mutate(reference)}>
            Run and store the answer
          </Button>
        )}
        {maySave && !isSame && fieldsOf(view).failures.length > 0 && (
          <Button loading={update.isPending} onClick={() => update.mutate({ ...reference, ...fieldsOf(view) })}>
            Save changes
          </Button>
        )}
        {!isSame && (
          <Button variant="default" onClick={() => change({ ...askedBy(scenario), at: null })}>
            Discard changes
          </Button>
        )}
        {maySave && (
          <Button variant="default" onClick={() => setDeleting(true)}>
            Delete
          </Button>
        )}
      </Group>
      {run.isError && <RefusalNote error={run.error} />}
      {update.isError && <RefusalNote error={update.error} />}
      <RunHistory scenario={scenario} view={view} change={change} />
      {isDeleting && (
        <ConfirmDialog
          title={`Delete “${scenario.name}”?`}
          confirmLabel="Delete it"
          isBusy={remove.isPending}
          refusal={remove.isError ? <RefusalNote error={remove.error} /> : undefined}
          onConfirm={() => remove.mutate(reference)}
          onClose={() => setDeleting(false)}
        >
          The stored answers of its runs are deleted too.
        </ConfirmDialog>
      )}
    </>
  );
}
