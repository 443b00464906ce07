/** Somebody else changed the same in the meantime: what they made of it and what you did, field by field, and which it shall be. */
'use client';

import { Badge, Button, Group, Modal, Radio, Stack, Table, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { InventoryKind } from '@/contract/bulk';
import { cellText } from './cellText';
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
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>(() => Object.fromEntries(conflicts.map(({ spec, changedBy }) => [spec.name, changedBy === 'them' ? 'theirs' : 'mine'])));
  const names = useNamesOf(kind, useMemo(() => [{ ...base, ...mine } as InventoryRow, theirs], [base, mine, theirs]));
  const settle = (sideOf: (name: string) => Side | undefined): void => onSettle({ ...mine, ...Object.fromEntries(specs.map(({ name }) => [name, sideOf(name) === 'mine' ? mine[name] : theirs[name]])) });
  const textOf = (spec: FieldSpec, value: unknown): string => cellText(spec, value, names) || 'nothing';
  return (
    <Modal opened onClose={onClose} size="lg" title="Somebody else changed this meanwhile" closeButtonProps={{ 'aria-label': 'Back to the form' }}>
      <Stack gap="md">
        <Text size="sm">Nothing of yours is saved yet. Choose for each field which value it shall have.</Text>
        <Table.ScrollContainer minWidth={420}>
          <Table verticalSpacing={6} aria-label="Differences">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Field</Table.Th>
                <Table.Th>Yours</Table.Th>
                <Table.Th>Theirs</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {conflicts.map(({ spec, mine: own, theirs: other, changedBy }) => (
                <Table.Tr key={spec.name}>
                  <Table.Th scope="row" fw={500}>
                    {spec.label}{' '}
                    {changedBy === 'both' && (
                      <Badge size="xs" variant="outline" color="gray" tt="none">
                        both changed
                      </Badge>
                    )}
                  </Table.Th>
                  {([['mine', own, 'yours'], ['theirs', other, 'theirs']] as const).map(([side, value, words]) => (
                    <Table.Td key={side}>
                      <Radio size="xs" name={`conflict-${spec.name}`} aria-label={`${spec.label}: ${words}, ${textOf(spec, value)}`} label={textOf(spec, value)} checked={sides[spec.name] === side} onChange={() => setSides({ ...sides, [spec.name]: side })} />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        {conflicts.length === 0 && <Text size="sm">Both of you made the same change. There is nothing left to save.</Text>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => settle(() => 'theirs')}>
            Take theirs
          </Button>
          <Button variant="default" onClick={() => settle(() => 'mine')}>
            Keep mine
          </Button>
          <Button onClick={() => settle((name) => sides[name])}>Save as chosen</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
