/** Labels of the inventory's fields, and text for their values. */
import { fieldWords } from '@/client/changes/changeWords';
import { VALUE_LABELS } from '@/client/labels/labels';
import { capitalised } from '@/plain/capitalised';

/** Where the name of the field alone would not say it. */
const LABELS: Readonly<Record<string, string>> = {
  lifecycleState: 'Lifecycle',
  criticalityTier: 'Criticality',
  isExternal: 'External',
  maximumTolerableDowntimeMinutes: 'Tolerable downtime',
  staleAfterMinutes: 'Stale after',
  parentId: 'Part of',
  audienceType: 'Audience',
  annualRevenue: 'Revenue per year',
  technologyVersion: 'Version',
  containsPersonalData: 'Personal data',
  sourceComponentId: 'Source',
  targetComponentId: 'Target',
  dependencyType: 'Type',
  redundancyMinimum: 'Must work',
  transportEncryption: 'Encryption in transit',
  endpointAuthMethod: 'Authentication',
  updatedAt: 'Changed',
  createdAt: 'Created',
};

export function labelOf(field: string): string {
  return LABELS[field] ?? capitalised(fieldWords(field));
}

export const FIELD_SECTIONS: Readonly<Record<string, string>> = {
  redundancyGroup: 'Redundancy',
  redundancyMinimum: 'Redundancy',
  protocol: 'Security register',
  transportEncryption: 'Security register',
  endpointAuthMethod: 'Security register',
  capabilities: 'Links',
};

export const FIELD_UNITS: Readonly<Record<string, string>> = {
  maximumTolerableDowntimeMinutes: 'minutes',
  staleAfterMinutes: 'minutes',
  people: 'people',
};

/** Units after the number 1. */
const SINGULAR_UNITS: Readonly<Record<string, string>> = { minutes: 'minute', people: 'person' };

/** `1 minute`, `1,440 minutes`; only the number if it has no unit. */
export function amountWords(amount: number, unit: string | null): string {
  const number = amount.toLocaleString('en');
  if (unit === null) return number;
  return `${number} ${amount === 1 ? (SINGULAR_UNITS[unit] ?? unit) : unit}`;
}

export const FIELD_HINTS: Readonly<Record<string, string>> = {
  contact: "Whom to contact when it fails. A component without one shows its application's.",
  references: "Pages that help when it fails, with what is needed first at the top. A component without any shows its application's.",
  technicalName: 'Letters, digits, dots, underscores and hyphens. Manifests and the API use this name.',
  isExternal: 'Run by another company, such as a payment provider.',
  sourceComponentId: 'The component that depends.',
  targetComponentId: 'The component it depends on.',
  required: 'If it fails, the source works less well or not at all.',
  propagates: 'A failure travels along this dependency.',
  redundancyGroup: 'Targets of the same source that can replace each other share a group.',
  redundancyMinimum:
    'How many targets of the group must work. It is the same for every dependency of the group; change it on the page of the source.',
  mode: 'Hard fails with its target, Degraded keeps working in part, Soft hardly notices, Async catches up later.',
};

export function valueWords(field: string, value: string): string {
  return VALUE_LABELS[field]?.[value] ?? value;
}
