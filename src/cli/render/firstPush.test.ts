import { expect, it } from 'vitest';
import type { ManifestPlan } from '@/contract/manifest/plan';
import type { Colours } from '@/cli/terminal';
import { PLAN } from '@/test/manifestPlanSample';
import { firstPushLines } from './firstPush';

const same = (text: string): string => text;
const plain = { bold: same, dim: same, green: same, red: same } as Colours;
const capability = { ...PLAN.changes[0]!, op: 'create', kind: 'capability' } as const;

/** The lines about single points, where these components are some and these kinds are made. */
function pointsOf(components: readonly string[], changes: ManifestPlan['changes'] = [capability], more: object = {}): string[] {
  const added = components.map((component) => ({ capability: 'sell', component, perHour: null, perHourChange: null }));
  const singlePointsOfFailure = { added, removed: [], addedOmitted: 0, removedOmitted: 0 };
  const plan = { ...PLAN, changes, impact: { ...PLAN.impact!, singlePointsOfFailure, ...more } };
  return firstPushLines(plan, 'https://f.example.com', plain).slice(1, -1);
}

it('counts the single points that it does not name', () => {
  const named = ['a', 'b', 'c'].map((name) => `  ! ${name} alone takes down 1 capability`);
  expect(pointsOf(['a', 'b', 'c'])).toEqual(named);
  expect(pointsOf(['a', 'b', 'c', 'd'])).toEqual([...named, '    and 1 more single point of failure']);
  expect(pointsOf(['a', 'b', 'c', 'd', 'e'])).toEqual([...named, '    and 2 more single points of failure']);
});

it('tells no single point from no capability that could have one', () => {
  expect(pointsOf([])).toEqual(['  According to the manifest, no component takes a capability down alone.']);
  expect(pointsOf([], [])).toEqual(['  No capability is recorded, so nothing is known about single points of failure.']);
  expect(pointsOf([], [capability], { capabilitiesExamined: 0 })).toEqual([
    '  No application in service with components supports a capability, so nothing is known about single points of failure.',
  ]);
});
