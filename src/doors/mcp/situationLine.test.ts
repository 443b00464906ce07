import { expect, it } from 'vitest';
import { situationLine } from './situationLine';

const COUNTS = { components: 2, applications: 1, capabilities: 1, processes: 0, audiences: 2, people: 240_000, audiencesWithoutNumber: 0 };
const SITUATION = { id: null, incidents: [], incidentsOmitted: 0, causes: [], causesOmitted: 0, counts: COUNTS };

it.each([
  ['240000 people', {}, []],
  ['at least 240000 people', { audiencesWithoutNumber: 1 }, []],
  // A known 0 beside an unknown number says nothing.
  ['people not recorded', { people: 0, audiencesWithoutNumber: 1 }, []],
  ['people not recorded', { people: null, audiencesWithoutNumber: 2 }, []],
  ['people not recorded', { people: 0 }, ['audiences' as const]],
])('tells agents %s, of %o and what is not recorded', (words, counts, notRecorded) => {
  const line = situationLine({ ...SITUATION, counts: { ...COUNTS, ...counts }, notRecorded });
  expect(line).toBe(
    [
      'situation without an incident; all causes have recovered; affected, causes included: 2 components, 1 application, 1 capability, 0 processes, 2 audiences',
      `${words}${notRecorded.length === 0 ? '' : '; not recorded, so unknown: audiences'}`,
    ].join(', '),
  );
});
