/** One line on the state of the text. */
import { countOf } from '@/plain/counts';
import type { Problems } from './useManifestDraft';
import type { Check } from './useManifestCheck';

export function problemWords(check: Check, { issues, omitted, isFromService }: Problems): string {
  const errors = issues.filter(({ severity }) => severity !== 'warning').length;
  const warnings = issues.length - errors;
  const listed = [errors > 0 ? countOf(errors, 'error') : '', warnings > 0 ? countOf(warnings, 'warning') : '']
    .filter((part) => part !== '')
    .join(', ');
  // The severity of problems that are not listed is unknown.
  const found = omitted > 0 ? countOf(issues.length + omitted, 'problem') : listed;
  if (isFromService && found !== '') return `${found}, according to the server`;
  if (check.state === 'none') return '';
  if (check.state === 'running') return 'Checking …';
  if (check.state === 'tooLong') return 'Too long to check here: preview checks it';
  return found === '' ? 'No problems found' : found;
}
