import { describe, expect, test } from 'vitest';
import type { Reference } from './references';
import { ownerGaps, recordOwnerWords } from './ownerWords';

const runbook: Reference = { kind: 'Runbook', label: 'Restart', url: 'https://wiki.example.com/restart' };

describe('who helps', () => {
  test.each([
    ['all of it', { team: 'Clay', contact: '#clay', references: [runbook] }, []],
    ['no team', { team: null, contact: '#clay', references: [runbook] }, ['team']],
    ['only a team', { team: 'Clay', contact: null, references: [] }, ['contact', 'references']],
    ['nothing', {}, ['team', 'contact', 'references']],
  ])('is not recorded where %s is', (_recorded, stated, gaps) => {
    expect(ownerGaps(stated)).toEqual(gaps);
  });

  test('is to be recorded in words', () => {
    expect(recordOwnerWords(['contact'])).toBe('Record whom to contact');
    expect(recordOwnerWords(['team', 'contact', 'references'])).toBe(
      'Record the owner team of the application, whom to contact and a runbook, dashboard, repository or chat',
    );
  });
});
