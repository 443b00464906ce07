/** Shown when somebody else edited the same entity: their changes and yours, field by field, with a choice for each. */
'use client';

import { Badge, Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { InventoryKind } from '@/contract/bulk';
import { Dialog } from '@/ui/Dialog';
import { cellText } from './cellText';
import classes from './ConflictDialog.module.css';
import type { FieldSpec } from './fields';
import { conflictsOf, type FormValues } from './formValues';
import type { InventoryRow } from './inventoryRow';
import { useNamesOf } from './useNames';

interface Props {
  kind: InventoryKind;
  specs: readonly FieldSpec[];
  base: InventoryRow;
  mine: FormValues;
  theirs: InventoryRow;
  onSettle(merged: FormValues): void;
  onClose(): void;
}

type Side = 'mine' | 'theirs';

export function ConflictDialog({ kind, specs, base, mine, theirs, onSettle, onClose }: Props) {
  const conflicts = useMemo(() => conflictsOf(specs, base, mine, theirs), [specs, base, mine, theirs]);
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>(() =>
    Object.fromEntries(conflicts.map(({ spec, changedBy }) => [spec.name, changedBy === 'them' ? 'theirs' : 'mine'])),
  );
  const names = useNamesOf(
    kind,
    useMemo(() => [{ ...base, ...mine } as InventoryRow, theirs], [base, mine, theirs]),
  );
  const settle = (sideOf: (name: string) => Side | undefined): void =>
    onSettle({ ...mine, ...Object.fromEntries(specs.map(({ name }) => [name, sideOf(name) === 'mine' ? mine[name] : theirs[name]])) });
  const textOf = (spec: FieldSpec, value: unknown): string => cellText(spec, value, names) || 'nothing';
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title="Somebody else changed this in the meantime"
      closeButtonProps={{ 'aria-label': 'Back to the form' }}
    >
      <Stack gap="md">
        <Text size="sm">Your changes are not saved yet. Choose a value for each field.</Text>
        <div role="group" aria-label="Differences">
          {conflicts.map(({ spec, mine: own, theirs: other, changedBy }) => (
            <Radio.Group
              key={spec.name}
              name={`conflict-${spec.name}`}
              value={sides[spec.name] ?? 'mine'}
              onChange={(side) => setSides({ ...sides, [spec.name]: side as Side })}
              className={classes.conflict}
              label={
                <>
                  {spec.label}{' '}
                  {changedBy === 'both' && (
                    <Badge size="xs" variant="outline" color="gray" tt="none">
                      both changed
                    </Badge>
                  )}
                </>
              }
            >
              <div className={classes.sides}>
                {(
                  [
                    ['mine', own, 'Yours'],
                    ['theirs', other, 'Theirs'],
                  ] as const
                ).map(([side, value, words]) => (
                  <Radio.Card
                    key={side}
                    value={side}
                    className={classes.side}
                    h="100%"
                    p="xs"
                    radius="sm"
                    aria-label={`${spec.label}: ${words.toLowerCase()}, ${textOf(spec, value)}`}
                  >
                    <Group wrap="nowrap" align="flex-start" gap="xs">
                      <Radio.Indicator size="xs" mt={2} />
                      <div>
                        <Text size="xs" c="dimmed">
                          {words}
                        </Text>
                        <Text size="sm" className={classes.value}>
                          {textOf(spec, value)}
                        </Text>
                      </div>
                    </Group>
                  </Radio.Card>
                ))}
              </div>
            </Radio.Group>
          ))}
        </div>
        {conflicts.length === 0 && <Text size="sm">You both made the same change. There is nothing left to save.</Text>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => settle(() => 'theirs')}>
            Take theirs
          </Button>
          <Button variant="default" onClick={() => settle(() => 'mine')}>
            Keep mine
          </Button>
          <Button onClick={() => settle((name) => sides[name])}>Save</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
