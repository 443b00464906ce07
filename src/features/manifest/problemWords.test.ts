import { expect, it } from 'vitest';
import { problemWords } from './problemWords';

const issue = { path: 'name', message: 'is required' };
const none = { issues: [], omitted: 0, isFromService: false };

it('counts errors and warnings, or only the total if not all are listed', () => {
  const problems = { issues: [issue, { ...issue, severity: 'warning' as const }], omitted: 0, isFromService: false };
  expect(problemWords({ state: 'done', issues: [], issuesOmitted: 0 }, problems)).toBe('1 error, 1 warning');
  expect(problemWords({ state: 'running' }, { ...problems, omitted: 1_200, isFromService: true })).toBe(
    '1,202 problems, according to the server',
  );
});

it('distinguishes a correct text from one that was not checked', () => {
  expect(problemWords({ state: 'done', issues: [], issuesOmitted: 0 }, none)).toBe('No problems found');
  expect(problemWords({ state: 'running' }, none)).toBe('Checking …');
  expect(problemWords({ state: 'tooLong' }, none)).toBe('Too long to check here: preview checks it');
  expect(problemWords({ state: 'none' }, none)).toBe('');
});
