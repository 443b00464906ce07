/** Everything that a scenario affects, as a table. It says the same as the picture. */
'use client';

import { ActionIcon, Table, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { entityKindLabel } from '@/client/labels/labels';
import { StateMark } from '@/client/symbols/StateMark';
import type { ScenarioAnswer } from '@/contract/scenarios';
import type { EntityKind } from '@/domain/vocabulary';
import { countOf } from '@/plain/counts';
import { listsOf } from './scenarioSheet';
import classes from './ScenariosPage.module.css';

/** Of what it does not know to be affected, live impact does not know either whether it reports. */
const NOT_KNOWN = 'Not known to be affected';

interface Props {
  answer: ScenarioAnswer;
  chosenId: string | null;
  onSelect(id: string): void;
  onAlsoFail(entity: { kind: EntityKind; id: string }): void;
}

export function AffectedTable({ answer, chosenId, onSelect, onAlsoFail }: Props) {
  const { componentsOmitted } = answer.completeness;
  const all = listsOf(answer).flatMap(([entityKind, rows]) => rows.map((row) => ({ ...row, entityKind })));
  const isLive = answer.baseline.kind === 'live';
  return (
    <div className={classes.table} role="region" aria-label="What is affected" tabIndex={0}>
      <Table stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Kind</Table.Th>
            <Table.Th>Hops</Table.Th>
            <Table.Th>Together</Table.Th>
            <Table.Th>Worst alone</Table.Th>
            {isLive && <Table.Th>Now</Table.Th>}
            <Table.Th className={classes.screenOnly}>
              <VisuallyHidden>Add to the scenario</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {all.map(({ id, name, entityKind, depth, expectedState, alone, live, isExcess }) => (
            <Table.Tr key={id} data-excess={isExcess} aria-selected={id === chosenId} className={classes.affected}>
              <Table.Td>
                <button type="button" className={classes.choose} onClick={() => onSelect(id)}>
                  {name}
                </button>
              </Table.Td>
              <Table.Td>{entityKindLabel(entityKind)}</Table.Td>
              <Table.Td>{depth}</Table.Td>
              <Table.Td>
                <StateMark state={expectedState} />
              </Table.Td>
              <Table.Td>
                <StateMark state={alone} />
              </Table.Td>
              {isLive && <Table.Td>{live === undefined || live === 'Healthy' ? NOT_KNOWN : <StateMark state={live} />}</Table.Td>}
              <Table.Td className={classes.screenOnly}>
                <ActionIcon size={24} aria-label={`Let ${name} fail too`} onClick={() => onAlsoFail({ kind: entityKind, id })}>
                  <IconPlus size={14} aria-hidden="true" />
                </ActionIcon>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {componentsOmitted > 0 && <p className={classes.detail}>{countOf(componentsOmitted, 'component')} more are not listed.</p>}
    </div>
  );
}
