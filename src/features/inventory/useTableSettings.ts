/** Columns and density of a table as somebody likes them, kept in this browser. */
'use client';

import { useLocalStorage } from '@mantine/hooks';
import type { InventoryKind } from '@/contract/bulk';
import { fieldsOf } from './fields';

export interface TableSettings {
  hidden: string[];
  density: 'compact' | 'comfortable';
}

/** Long texts and rare fields can be switched on. */
const HIDDEN_AT_FIRST = [
  'description',
  'createdAt',
  'redundancyMinimum',
  'protocol',
  'transportEncryption',
  'endpointAuthMethod',
  'datasetIds',
  'processIds',
  'contact',
  'references',
];

export function useTableSettings(kind: InventoryKind): [TableSettings, (settings: TableSettings) => void] {
  const names = [...fieldsOf(kind).map(({ name }) => name), 'createdAt'];
  const [settings, setSettings] = useLocalStorage<TableSettings>({
    key: `faultline.inventory.${kind}`,
    defaultValue: { hidden: HIDDEN_AT_FIRST.filter((name) => names.includes(name)), density: 'compact' },
  });
  return [settings, setSettings];
}
