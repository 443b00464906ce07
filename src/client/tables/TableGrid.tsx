/** The first rows of a table, and above each column what it becomes. */
'use client';

import { NativeSelect, Text } from '@mantine/core';
import type { Mapping } from '@/sources/table/mapping/mappingSchema';
import type { ColumnChoice } from '@/sources/table/presets/generic';
import type { TableRow } from '@/sources/table/read/sourceTable';
import { fieldChoices, presetWords } from './columnWords';
import type { TableHead } from './tableDraft';
import classes from './TableChooser.module.css';

interface Props {
  table: TableHead;
  rows: readonly TableRow[];
  /** The mapping of a preset, which cannot be changed here; null if columns are chosen. */
  preset: Mapping | null;
  choice: ColumnChoice | null;
  onColumn(place: number, field: string | null): void;
}

export function TableGrid({ table, rows, preset, choice, onColumn }: Props) {
  const words = preset === null ? null : presetWords(table, preset);
  const options = choice === null ? [] : fieldChoices(choice.as);
  return (
    <div className={classes.frame} role="region" aria-label={`First rows of ${table.sheet}`} tabIndex={0}>
      <table className={classes.grid}>
        <thead>
          <tr>
            {table.header.map((name, place) => (
              <th key={place} scope="col">
                {name === '' ? 'No name' : name}
                <span className={classes.becomes}>
                  {words === null ? (
                    <NativeSelect
                      size="xs"
                      aria-label={`What ${name === '' ? `column ${place + 1}` : name} becomes`}
                      data={options}
                      disabled={choice === null}
                      value={choice?.columns.get(place) ?? ''}
                      onChange={({ currentTarget: { value } }) => onColumn(place, value === '' ? null : value)}
                    />
                  ) : (
                    <span className={words[place] === 'Not used' ? classes.unused : undefined}>{words[place]}</span>
                  )}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, cells }) => (
            <tr key={line}>
              {cells.map((cell, place) => (
                <td key={place} title={cell.length > 30 ? cell : undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && (
        <Text size="sm" c="dimmed" p="sm">
          There is no row below the names of the columns.
        </Text>
      )}
    </div>
  );
}
