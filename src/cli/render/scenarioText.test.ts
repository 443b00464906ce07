import { describe, expect, it } from 'vitest';
import { openTerminal } from '@/cli/terminal';
import type { World } from '@/cli/world';
import type { ScenarioAnswer } from '@/contract/scenarios';
import { scenarioLines } from './scenarioText';

const stream = { write: () => true };
const world = { env: {}, stdout: stream, stderr: stream, stdin: process.stdin, now: () => 0 } as unknown as World;
const plain = openTerminal(world, { color: false }).colours;

const NONE = { components: 0, applications: 0, capabilities: 0, processes: 0, audiences: 0 };
const failed = (technicalName: string) => ({ entityType: 'component', technicalName, name: technicalName, state: 'Outage' });
const capability = (technicalName: string, verdict: string, most: number | null = null) => ({
  technicalName,
  verdict,
  maximumTolerableDowntimeMinutes: most,
});

function lines(answer: object, omitted = {}): string[] {
  const asked = {
    failures: [failed('r1'), failed('r2')],
    baseline: { kind: 'clean', at: null },
    durationMinutes: null,
    components: [],
    applications: [],
    capabilities: [],
    processes: [],
    audiences: [],
    counts: { ...NONE, components: 2 },
    excess: NONE,
    gaveWay: [],
    tolerances: [],
    completeness: { notRecorded: [], notInService: { components: 0, applications: 0 }, withheld: [] },
    digest: 'abc',
    ...answer,
  } as unknown as ScenarioAnswer;
  return scenarioLines(asked, plain, false, omitted);
}

describe('a scenario on a terminal', () => {
  it('says that a cost is not recorded, instead of a cost of 0, and what to link', () => {
    const revenueExposure = { currency: 'EUR', expectedPerHour: 0, perHour: 0 };
    const told = lines({ revenueExposure, completeness: { notRecorded: ['audiences', 'revenue'], withheld: [] } });
    expect(told).toContain('  expected cost per hour: not recorded');
    expect(told).toContain('  not recorded: audiences, revenue; link segments to the capabilities');
    expect(lines({ revenueExposure })).toContain('  expected cost per hour: 0 EUR (0 EUR at risk)');
  });

  it('sets apart what is not in service', () => {
    const completeness = { notInService: { components: 1, applications: 0 }, withheld: [] };
    expect(lines({ completeness })).toContain('  1 component of these is not in service');
  });

  it('does not say that several failures, each with its own victims, do no more than one', () => {
    const told = lines({});
    expect(told).toContain('  Nothing is worse with all of these failures than with the worst of them for it.');
    expect(told.join()).not.toContain('no more harm');
  });

  it('says of how many capabilities nobody recorded what they tolerate', () => {
    const asked = { durationMinutes: 60 };
    const told = lines({ ...asked, tolerances: [capability('pay', 'Breached', 5), capability('sell', 'NotSet')] });
    expect(told.slice(told.indexOf('Down longer than tolerated (1)'))).toEqual([
      'Down longer than tolerated (1)',
      '  pay  may be down for 5 minutes',
      '  not recorded: what 1 of 2 affected capabilities may tolerate',
      '',
      'digest abc',
    ]);
    expect(lines({ ...asked, tolerances: [capability('sell', 'NotSet')] })).toContain(
      '  not recorded: what 1 affected capability may tolerate',
    );
    expect(lines({ ...asked, tolerances: [capability('sell', 'Met', 90)] }).join()).not.toContain('not recorded');
  });

  it('counts what a run does not store', () => {
    const group = {
      source: failed('web'),
      redundancyGroup: 'replicas',
      redundancyMinimum: 1,
      targets: 2,
      working: 0,
      lost: [failed('r1')],
    };
    const told = lines(
      { durationMinutes: 60, gaveWay: [group], tolerances: [capability('pay', 'Met', 90)] },
      { gaveWay: 3, tolerances: 2 },
    );
    expect(told).toContain('Redundancy that gave way (4); * marks what no single failure causes');
    expect(told).toContain('  … and 3 that a run does not store');
    expect(told).toContain('  … and 2 affected capabilities that a run does not store');
  });
});
