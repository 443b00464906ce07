/** The text of a cell, for tables, dialogs and files. */
import { money } from '@/client/labels/figures';
import { referenceWords, type Reference } from '@/domain/references';
import type { FieldSpec } from './fields';
import { amountWords, valueWords } from './fieldWords';
import { UNKNOWN_NAME, type Names } from './inventoryRow';
import { idsIn } from './useNames';

export function cellText(spec: FieldSpec, value: unknown, names: Names): string {
  if (value === null || value === undefined || value === '') return '';
  if (spec.target !== null) {
    const shares = new Map(
      spec.input === 'shares'
        ? (value as { capabilityId: string; revenueShare?: number | null }[]).map((row) => [row.capabilityId, row.revenueShare ?? null])
        : [],
    );
    return idsIn(spec, value)
      .map((id) => `${names.get(id)?.name ?? UNKNOWN_NAME}${shareWords(shares.get(id))}`)
      .join(', ');
  }
  if (spec.input === 'references') return (value as readonly Reference[]).map(referenceWords).join(', ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number' && spec.isRevenue && spec.unit !== null) return money(value, spec.unit);
  if (typeof value === 'number') return amountWords(value, spec.unit);
  return spec.input === 'select' ? valueWords(spec.name, String(value)) : String(value);
}

function shareWords(share: number | null | undefined): string {
  return typeof share === 'number' ? ` (${(share * 100).toLocaleString('en', { maximumFractionDigits: 2 })}%)` : '';
}
