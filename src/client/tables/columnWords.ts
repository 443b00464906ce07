/** What tables and their columns can become, in words. */
import { columnChoices, type ColumnChoice } from '@/sources/table/presets/generic';
import type { Mapping } from '@/sources/table/mapping/mappingSchema';
import { columnUses } from '@/sources/table/mapping/columnUses';
import type { TableHead } from './tableDraft';

export const ROWS_BECOME: readonly { value: ColumnChoice['as']; label: string }[] = [
  { value: 'component', label: 'Components' },
  { value: 'application', label: 'Applications' },
  { value: 'dependency', label: 'Dependencies' },
  { value: 'capability', label: 'Capabilities' },
  { value: 'process', label: 'Processes' },
  { value: 'segment', label: 'Segments' },
  { value: 'technology', label: 'Technologies' },
  { value: 'hosting-area', label: 'Hosting areas' },
  { value: 'hosting-zone', label: 'Hosting zones' },
  { value: 'dataset', label: 'Datasets' },
];

const FIELD_WORDS: Readonly<Record<string, string>> = {
  key: 'Key: how other rows call it',
  name: 'Name',
  technicalName: 'Technical name',
  dependsOn: 'Depends on',
  usedBy: 'Used by',
  source: 'Source: who depends',
  target: 'Target: what it depends on',
  dependencyType: 'Dependency type',
  mode: 'Mode',
  protocol: 'Protocol',
  description: 'Description',
  kind: 'Kind',
  runtime: 'Runtime',
  isExternal: 'External',
  application: 'Application',
  hostingZones: 'Hosting zones',
  technologies: 'Technologies',
  datasets: 'Datasets',
  ownerTeam: 'Owner team',
  criticalityTier: 'Criticality tier',
  lifecycleState: 'Lifecycle state',
  capabilities: 'Capabilities',
  processes: 'Processes',
  redundancy: 'How many must work',
  contact: 'Contact',
  runbook: 'Link to a runbook',
  dashboard: 'Link to a dashboard',
  repository: 'Link to a repository',
  chat: 'Chat: link or channel',
  documentation: 'Link to documentation',
  link: 'Another link',
  maximumTolerableDowntimeMinutes: 'Maximum tolerable downtime',
  parent: 'Parent',
  audienceType: 'Audience type',
  people: 'People',
  annualRevenue: 'Annual revenue',
  vendor: 'Vendor',
  technologyVersion: 'Version',
  endOfSupport: 'End of support',
  provider: 'Provider',
  region: 'Region',
  area: 'Hosting area',
  classification: 'Classification',
  containsPersonalData: 'Contains personal data',
};

const wordFor = (field: string): string => FIELD_WORDS[field] ?? field;

/** What a column of such rows can become. */
export function fieldChoices(as: ColumnChoice['as']): { value: string; label: string }[] {
  return [{ value: '', label: 'Not used' }, ...columnChoices(as).map((field) => ({ value: field, label: wordFor(field) }))];
}

/** By column, what a preset makes of it: `Key, Name`. */
export function presetWords(table: TableHead, mapping: Mapping): string[] {
  return columnUses(table, mapping).map(
    (uses) => [...new Set(uses.map((use) => wordFor(use).split(':')[0] ?? ''))].join(', ') || 'Not used',
  );
}
