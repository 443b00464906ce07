/** What the manifest would change, or has changed. */
'use client';

import { Alert, Badge, Button, Code, Group, Tabs, Text, Title } from '@mantine/core';
import { countOf } from '@/plain/counts';
import type { ManifestPlan } from '@/contract/manifest/plan';
import { AppliedNote } from './AppliedNote';
import { ApplyBar } from './ApplyBar';
import { ChangeList } from './ChangeList';
import { ChangeMark } from './ChangeMark';
import { Conflicts } from './Conflicts';
import { ImpactSection } from './ImpactSection';
import { impactGroups } from './planImpactWords';
import { PlanFailure } from './PlanFailure';
import { CHANGE_OPS } from './planRows';
import { Progressing } from './Progressing';
import type { PlanState } from './useManifestPlan';
import classes from './Workbench.module.css';

export function PlanPanel({ plan: state }: { plan: PlanState }) {
  const { previewed, applied, isPreviewing, isStale, failure } = state;
  const shown = applied ?? previewed?.plan ?? null;
  return (
    <div className={classes.plan}>
      {isPreviewing && <Progressing words="Reading the manifest and comparing it with the landscape" />}
      {failure !== null && <PlanFailure failure={failure} onPreview={state.preview} />}
      {applied !== null && <AppliedNote plan={applied} />}
      {isStale && !isPreviewing && (
        <Alert color="yellow" variant="light" m="sm" title="The text has changed since this preview">
          <Button size="compact-xs" variant="default" onClick={state.preview}>
            Preview again
          </Button>
        </Alert>
      )}
      {shown !== null && !isPreviewing && (
        <>
          {applied === null && <PlanSummary plan={shown} />}
          <PlanTabs plan={shown} isApplied={applied !== null} />
          {applied === null && <ApplyBar state={state} plan={shown} />}
        </>
      )}
    </div>
  );
}

function PlanSummary({ plan: { manifest, prune, summary, planLimit, blocked, warnings, conflicts } }: { plan: ManifestPlan }) {
  const total = summary.create + summary.update + summary.delete;
  return (
    <div className={classes.summary}>
      <Group gap="xs" mb={6}>
        <Title order={2}>{total === 0 ? 'Nothing would change' : `${countOf(total, 'change')}`}</Title>
        <Badge variant="default" tt="none">
          {manifest}
        </Badge>
        {prune && (
          <Badge variant="default" tt="none">
            prune
          </Badge>
        )}
      </Group>
      <Group gap="4px 16px" role="group" aria-label="Counts">
        {CHANGE_OPS.filter((op) => summary[op] > 0).map((op) => (
          <ChangeMark key={op} op={op} count={summary[op]} />
        ))}
        <Text size="sm" c="dimmed">
          {summary.unchanged.toLocaleString('en')} unchanged
        </Text>
      </Group>
      {planLimit !== null && (
        <Alert color="red" variant="light" mt="sm" title={`More than the ${planLimit.plan} plan allows`}>
          The landscape would hold {planLimit.components.toLocaleString('en')} components; the plan allows{' '}
          {planLimit.limit.toLocaleString('en')}. Declare fewer, or choose a larger plan.
        </Alert>
      )}
      {warnings.length > 0 && <Warnings warnings={warnings} />}
      {conflicts.length > 0 && <Conflicts conflicts={conflicts} />}
      {blocked.length > 0 && <Blocked blocked={blocked} />}
    </div>
  );
}

function Warnings({ warnings }: Pick<ManifestPlan, 'warnings'>) {
  return (
    <Alert color="yellow" variant="light" mt="sm" title={countOf(warnings.length, 'warning')}>
      {warnings.slice(0, 20).map(({ path, line, message, hint }) => (
        <Text key={`${path} ${message}`} size="sm">
          {line === undefined ? path : `Line ${line}`}: {message}
          {hint === undefined ? '' : `; ${hint}`}
        </Text>
      ))}
      {warnings.length > 20 && <Text size="sm">And {countOf(warnings.length - 20, 'more', 'more')}.</Text>}
    </Alert>
  );
}

function Blocked({ blocked }: Pick<ManifestPlan, 'blocked'>) {
  return (
    <Alert color="red" variant="light" mt="sm" title={`${countOf(blocked.length, 'deletion')} not possible: something that stays needs it`}>
      <Text size="sm">Declare it again, or first change what needs it.</Text>
      {blocked.slice(0, 20).map(({ kind, technicalName, neededBy }) => (
        <Text key={`${kind} ${technicalName}`} size="sm">
          {kind} <Code>{technicalName}</Code> is needed by{' '}
          {neededBy
            .slice(0, 5)
            .map((needer) => `${needer.kind} ${needer.technicalName}`)
            .join(', ')}
          {neededBy.length > 5 ? ` and ${countOf(neededBy.length - 5, 'other')}` : ''}
        </Text>
      ))}
      {blocked.length > 20 && <Text size="sm">And {countOf(blocked.length - 20, 'more', 'more')}.</Text>}
    </Alert>
  );
}

function PlanTabs({ plan, isApplied }: { plan: ManifestPlan; isApplied: boolean }) {
  if (plan.changes.length === 0)
    return (
      <Text size="sm" c="dimmed" p="md" style={{ flex: 1 }}>
        The landscape already has all that the manifest declares.
      </Text>
    );
  if (isApplied) return <ChangeList changes={plan.changes} />;
  const groups = plan.impact === null ? [] : impactGroups(plan.impact);
  const worse = groups
    .filter(({ effect }) => effect === 'worse')
    .reduce((sum, { sentences, omitted }) => sum + sentences.length + omitted, 0);
  return (
    <Tabs defaultValue="changes" className={classes.tabs} keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="changes">Changes ({plan.changes.length.toLocaleString('en')})</Tabs.Tab>
        <Tabs.Tab value="impact">{worse === 0 ? 'Impact' : `Impact (${worse.toLocaleString('en')} worse)`}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="changes" className={classes.panel}>
        <ChangeList changes={plan.changes} />
      </Tabs.Panel>
      <Tabs.Panel value="impact" className={classes.panel} tabIndex={0}>
        <ImpactSection impact={plan.impact} impactUnavailable={plan.impactUnavailable} />
      </Tabs.Panel>
    </Tabs>
  );
}
