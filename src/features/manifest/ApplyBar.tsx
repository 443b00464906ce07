/** The step from preview to apply. Deletions need one more confirmation. */
'use client';

import { Box, Button, Checkbox, Code, List, Modal, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { countOf } from '@/plain/counts';
import type { ManifestPlan } from '@/contract/manifest/plan';
import { EXPORT_MANIFEST_NAME } from '@/domain/manifest/exportName';
import { manifestsIn } from './Conflicts';
import { Progressing } from './Progressing';
import type { PlanState } from './useManifestPlan';
import { SubmitRow } from '@/ui/SubmitRow';
import classes from './Workbench.module.css';

const MOST_NAMED = 12;

/** Whether apply would refuse what the preview shows. Of the name the preview warns, at its line. */
function wouldBeRefused({ manifest, blocked, planLimit, conflicts }: ManifestPlan, takesOver: boolean): boolean {
  const needsName = manifest === EXPORT_MANIFEST_NAME;
  return needsName || blocked.length > 0 || planLimit !== null || (conflicts.length > 0 && !takesOver);
}

export function ApplyBar({ state, plan }: { state: PlanState; plan: ManifestPlan }) {
  const [isAsking, { open, close }] = useDisclosure(false);
  const { summary, changes, tooManyDeletes, conflicts } = plan;
  const [typed, setTyped] = useState('');
  const [takesOver, setTakesOver] = useState(false);
  const takeOver = conflicts.length > 0 && takesOver;
  const mustType = tooManyDeletes === null ? null : String(tooManyDeletes.deletes);
  const total = summary.create + summary.update + summary.delete;
  if (state.isApplying)
    return <Progressing words={`Applying ${countOf(total, 'change')}, all or none. This continues if you leave the page`} />;
  if (total === 0 && conflicts.length === 0) return null;
  const what = total === 0 ? 'Take over' : `Apply ${countOf(total, 'change')}`;
  const label = summary.delete === 0 ? what : `${what} …`;
  const isRefused = wouldBeRefused(plan, takesOver);
  const deletions = changes.filter(({ op }) => op === 'delete');
  return (
    <div className={classes.applyBar}>
      {conflicts.length > 0 && (
        <Checkbox
          mb="xs"
          checked={takesOver}
          onChange={(event) => setTakesOver(event.currentTarget.checked)}
          label={`Take over ${countOf(conflicts.length, 'field')} from ${manifestsIn(conflicts)}`}
          description="The values of this manifest then apply. The other manifest will conflict when it is applied again."
        />
      )}
      <Button
        color={summary.delete > 0 ? 'red.9' : 'indigo'}
        disabled={state.isStale || state.isPreviewing || isRefused}
        onClick={summary.delete > 0 ? open : () => state.apply({ takeOver })}
      >
        {label}
      </Button>
      <Modal opened={isAsking} onClose={close} title={`Delete ${countOf(summary.delete, 'entry', 'entries')} of the landscape?`}>
        <List size="sm">
          {deletions.slice(0, MOST_NAMED).map(({ kind, technicalName }) => (
            <List.Item key={`${kind} ${technicalName}`}>
              {kind} <Code>{technicalName}</Code>
            </List.Item>
          ))}
        </List>
        {deletions.length > MOST_NAMED && <Text size="sm">And {countOf(deletions.length - MOST_NAMED, 'more', 'more')}.</Text>}
        <Text size="sm" c="dimmed" mt="sm">
          You can undo it in the history.
        </Text>
        {tooManyDeletes !== null && (
          <TextInput
            mt="sm"
            label={`This deletes ${tooManyDeletes.deletes.toLocaleString('en')} of ${countOf(tooManyDeletes.entities, 'entity', 'entities')}. Type ${tooManyDeletes.deletes} to confirm`}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            inputMode="numeric"
            autoComplete="off"
          />
        )}
        <Box mt="md">
          <SubmitRow
            label="Delete and apply"
            missing={mustType === null || typed.trim() === mustType ? [] : [`the number ${mustType}`]}
            isBusy={false}
            color="red.9"
            isCancelFocused
            onCancel={close}
            onSubmit={() => {
              close();
              state.apply({ allowDelete: tooManyDeletes?.deletes, takeOver });
            }}
          />
        </Box>
      </Modal>
    </div>
  );
}
