/** Capabilities by the components that take each of them down alone, shaded by what an hour of each component costs. */
'use client';

import { VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';
import { PageLink } from '@/client/PageLink';
import { useTenant } from '@/client/tenantContext';
import { weakPointsHref } from '@/client/weakPointsHref';
import type { CapabilityWeakPoints, WeakPointSummary } from '@/contract/weakPoints';
import { countOf } from '@/plain/counts';
import { ColumnHead } from './ColumnHead';
import { columnsOf, type Column } from './columns';
import { ownCostWords } from './ownCostWords';
import classes from './Matrix.module.css';

interface Props {
  summary: Pick<WeakPointSummary, 'worstComponents' | 'currency'>;
  rows: readonly CapabilityWeakPoints[];
}

export function Matrix({ summary: { worstComponents, currency }, rows }: Props) {
  const { tenantId } = useTenant();
  const columns = useMemo(() => columnsOf(worstComponents, rows), [worstComponents, rows]);
  const most = Math.max(1, ...columns.map(({ perHour }) => perHour ?? 0));
  return (
    <div className={classes.frame} role="region" aria-label="Capabilities by what takes them down" tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col" className={classes.corner}>
              Capability
            </th>
            {currency !== null && <th scope="col">Cost of an hour down</th>}
            <th scope="col">Alone</th>
            <th scope="col">Pairs</th>
            <th scope="col">Least redundancy</th>
            {columns.map((column) => (
              <th key={column.components[0].id} scope="col" className={classes.component}>
                <ColumnHead column={column} currency={currency} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row" className={classes.capability}>
                <PageLink href={weakPointsHref(tenantId, 'capability', row.id)}>{row.name}</PageLink>
              </th>
              {currency !== null && <td className={classes.number}>{costOf(row, currency)}</td>}
              <td className={classes.number}>{row.singlePoints.toLocaleString('en')}</td>
              <td className={classes.number}>
                {row.pairs.toLocaleString('en')}
                {!row.arePairsComplete && ' or more'}
              </td>
              <Redundancy row={row} />
              {columns.map((column) => (
                <Cell
                  key={column.components[0].id}
                  column={column}
                  isHit={column.rowIds.has(row.id)}
                  weight={(column.perHour ?? most) / most}
                />
              ))}
            </tr>
          ))}
        </tbody>
        {currency !== null && columns.length > 0 && (
          <tfoot>
            <tr>
              <th scope="row" colSpan={5} className={classes.foot}>
                An hour without it costs{columns.some(({ components }) => components.length > 1) ? ' up to' : ''}
              </th>
              {columns.map(({ components, perHour }) => (
                <td key={components[0].id} className={classes.cost}>
                  {perHour === null || perHour === 0 ? '' : shortMoney(perHour, currency)}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

function costOf(row: CapabilityWeakPoints, currency: string) {
  const words = ownCostWords(row, currency);
  return row.isRevenueRecorded === false ? <span className={classes.unrecorded}>{words}</span> : words;
}

function Redundancy({ row: { smallestMargin, undermined } }: { row: CapabilityWeakPoints }) {
  return (
    <td className={classes.redundancy} data-hollow={undermined > 0}>
      {smallestMargin === null ? 'none' : smallestMargin === 0 ? 'no target may fail' : `${countOf(smallestMargin, 'target')} may fail`}
      {undermined > 0 && <strong>{countOf(undermined, 'group')} not redundant</strong>}
    </td>
  );
}

/** `weight` is the cost of one hour without the component, from 0 to 1. */
function Cell({ column: { components }, isHit, weight }: { column: Column; isHit: boolean; weight: number }) {
  if (!isHit) return <td className={classes.cell} />;
  return (
    <td className={classes.cell} data-hit style={{ '--weight': `${Math.round(35 + 65 * weight)}%` } as React.CSSProperties}>
      <span aria-hidden="true" />
      <VisuallyHidden>{components.length === 1 ? components[0].name : `Each of ${components.length}`} alone</VisuallyHidden>
    </td>
  );
}

/** For example `€12k`, because the columns are narrow. */
function shortMoney(amount: number, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency, notation: 'compact', maximumFractionDigits: 1 }).format(amount);
}
