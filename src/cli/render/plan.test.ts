import { describe, expect, it } from 'vitest';
import { readManifestText } from '@/contract/manifest/text/readText';
import { BLOCKED_PLAN, PLAN, PLAN_SOURCE } from '@/test/manifestPlanSample';
import { resultsOfPlan } from '@/cli/sarifLocations';
import { openTerminal, type Colours } from '@/cli/terminal';
import type { World } from '@/cli/world';
import type { ManifestPlan } from '@/contract/manifest/plan';
import { assertWellFormed } from '@/test/wellFormedXml';
import { riskConditions, riskVerdict } from '@/cli/riskGate';
import { escaped, issuesMarkdown, planMarkdown } from './planMarkdown';
import { planLines } from './planText';
import { issuesJunit, planJunit } from './junit';
import { resultsOfIssues, sarifLog } from './sarif';

function coloursOf(color: boolean): Colours {
  const stream = { write: () => true };
  return openTerminal({ env: {}, stdout: stream, stderr: stream, stdin: process.stdin, now: () => 0 } as unknown as World, { color })
    .colours;
}
const plain = coloursOf(false);

describe('a plan on a terminal', () => {
  it('shows counts, the three groups, what breaks and what is fixed', () => {
    expect(planLines(PLAN, plain, { isFull: false }).join('\n')).toBe(`shop: 2 to create, 2 to update, 1 to delete, 40 unchanged

Create (2)
  + component   ledger  application ordering · name "The ledger" · kind WebAPI
  + dependency  checkout → ledger (Calls)  mode Hard

Update (2)
  ~ component  cart
      description: none → "Holds | pipes \`and\` <b>markup</b>"
      technologies: +valkey-8 -redis-7
  ~ segment    shoppers
      annualRevenue: changes (values withheld: they are revenue)
      people: 10 → none

Delete (1) — destructive
  - hosting-zone  eu-central-b

Newly breaks (5)
  ! dependency cycle: checkout, ledger depend on each other in a circle
  ! tier inversion: ordering (MissionCritical) depends Hard on the less critical finance (Administrative): checkout → ledger (Calls)

No longer breaks (1)
  ✓ single point of failure: an outage of valkey-cart alone brings the capability place-order to Outage, expected to cost 1,600 EUR an hour

What an outage of a changed component affects differently
  ledger: application ordering: not affected → Outage, capability place-order: Degraded → Outage

Scenarios with a different result
  both-stores: capability place-order: Met → Breached; component cart: newly Outage together (Healthy alone)

  3 more single points of failure are new and not listed
  12 more changed components were not examined: only the most critical ones are`);
  });

  it('marks deletions in red if colours are on', () => {
    expect(planLines(PLAN, coloursOf(true), { isFull: false })).toContain(
      '  \u001b[31m-\u001b[39m hosting-zone  \u001b[31meu-central-b\u001b[39m',
    );
  });

  it('says what would be refused, and why', () => {
    expect(planLines(BLOCKED_PLAN, plain, { isFull: false }).slice(1)).toEqual([
      '',
      'Stated differently by other manifests (1)',
      '  ! ownerTeam of the application ordering: payments states pay, this one order',
      '',
      'Cannot be applied',
      '  ! other manifests state 1 field differently: if this one should win, add --take-over',
      '  ! component kafka cannot be deleted: dependency fraud → kafka (Consumes) needs it',
      '  ! the landscape would hold 1,001 components, but the Team plan allows up to 1,000',
      '',
      '! What this breaks was not checked.',
    ]);
  });

  it('counts what it leaves out, and shows everything on request', () => {
    const changes = Array.from({ length: 150 }, (_, index) => ({
      op: 'create' as const,
      kind: 'dataset' as const,
      technicalName: `d${index}`,
      fields: [],
    }));
    const plan = { ...PLAN, changes, impact: null };
    expect(planLines(plan, plain, { isFull: false })).toContain('    … and 50 more: --full shows all');
    expect(planLines(plan, plain, { isFull: true })).toContain('  + dataset  d149');
  });

  it('says that nothing changes when nothing does', () => {
    const plan = { ...PLAN, changes: [], impact: null, summary: { create: 0, update: 0, delete: 0, unchanged: 3 } };
    expect(planLines(plan, plain, { isFull: false })).toEqual([
      'shop: 0 to create, 0 to update, 0 to delete, 3 unchanged',
      'Nothing changes: the landscape already has all that the manifest declares.',
    ]);
  });
});

describe('a plan as a comment on a pull request', () => {
  it('begins with what it breaks and folds the changes', () => {
    expect(planMarkdown(PLAN)).toBe(`<!-- faultline -->
### Faultline: this change newly breaks 5 things

| | create | update | delete | unchanged |
|---|---:|---:|---:|---:|
| \`shop\` (prune) | 2 | 2 | 1 ⚠️ | 40 |

#### Newly breaks
- **dependency cycle**: checkout, ledger depend on each other in a circle
- **tier inversion**: ordering \\(MissionCritical\\) depends Hard on the less critical finance \\(Administrative\\): checkout → ledger \\(Calls\\)

#### No longer breaks
- **single point of failure**: an outage of valkey-cart alone brings the capability place-order to Outage, expected to cost 1,600 EUR an hour

#### What an outage of a changed component affects differently
- \`ledger\`: application ordering: not affected → Outage, capability place-order: Degraded → Outage

#### Scenarios with a different result
- \`both-stores\`: capability place-order: Met → Breached; component cart: newly Outage together \\(Healthy alone\\)

_3 more single points of failure are new and not listed_
_12 more changed components were not examined: only the most critical ones are_

<details open><summary>Delete (1) ⚠️</summary>

| kind | name |
|---|---|
| hosting zone | \`eu-central-b\` |

</details>

<details><summary>Update (2)</summary>

| kind | name | fields |
|---|---|---|
| component | \`cart\` | description: none → "Holds \\| pipes \\\`and\\\` &lt;b&gt;markup&lt;/b&gt;"; technologies: redis-7 → valkey-8 |
| segment | \`shoppers\` | annualRevenue \\(withheld\\); people: 10 → none |

</details>

<details><summary>Create (2)</summary>

| kind | name |
|---|---|
| component | \`ledger\` |
| dependency | \`checkout → ledger (Calls)\` |

</details>

<sub>landscape version 7 · digest \`abc123\`</sub>
`);
  });

  it('stays below the limit of a comment, closes every tag, and says what is missing', () => {
    const changes = Array.from({ length: 5_000 }, (_, index) => ({
      op: 'create' as const,
      kind: 'component' as const,
      technicalName: `component-${index}`,
      fields: [],
    }));
    const text = planMarkdown({ ...PLAN, changes });
    expect(text.length).toBeLessThan(65_000);
    expect(text.split('<details').length).toBe(text.split('</details>').length);
    expect(text).toMatch(/_Cut here: \d+ more lines\./);
  });

  it('lets no name become markup or a mention', () => {
    expect(escaped('@ada [x](http://e) <script> a|b `c`')).toBe('@\u200bada \\[x\\]\\(http://e\\) &lt;script&gt; a\\|b \\`c\\`');
  });

  it('reports the mistakes of an invalid manifest', () => {
    const issues = [
      { file: 'a.yaml', line: 3, column: 5, path: 'applications[0].kind', message: 'must be one of <x>', hint: 'did you mean "y"?' },
    ];
    expect(issuesMarkdown(issues, 2)).toBe(
      '<!-- faultline -->\n### Faultline: the manifest is not valid (3 errors)\n\n- `a.yaml:3:5` `applications[0].kind`: must be one of &lt;x&gt; — did you mean "y"?\n\n_2 more were counted and not listed._\n',
    );
  });
});

describe('a plan as SARIF', () => {
  const { manifest } = readManifestText(PLAN_SOURCE, 'yaml');
  const source = { file: 'sub/shop.yaml', text: PLAN_SOURCE, format: 'yaml' as const };

  it('points to the line that declares what newly breaks', () => {
    if (manifest === null) throw new Error('the sample is not valid');
    const results = resultsOfPlan(PLAN, manifest, source).map(({ rule, line, column }) => `${rule} ${line}:${column}`);
    expect(results).toEqual(['dependency-cycle 12:5', 'tier-inversion 12:5', 'deletes-entity 1:1']);
  });

  it('is a SARIF 2.1.0 log with rule, level, message and place of each', () => {
    const results = [
      ...(manifest === null ? [] : resultsOfPlan(PLAN, manifest, source)),
      ...resultsOfIssues([{ file: 'sub/shop.yaml', line: 2, column: 3, path: 'name', message: 'is required' }]),
    ];
    const log = JSON.parse(sarifLog(results, { version: '1.2.3', uriOf: (file) => file })) as {
      version: string;
      runs: { tool: { driver: { rules: { id: string }[] } }; results: Record<string, unknown>[] }[];
    };
    const [run] = log.runs;
    expect(log.version).toBe('2.1.0');
    expect(run?.results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
      ['dependency-cycle', 'warning'],
      ['tier-inversion', 'warning'],
      ['deletes-entity', 'note'],
      ['invalid-manifest', 'error'],
    ]);
    expect(run?.results.every(({ ruleId, ruleIndex }) => run.tool.driver.rules[Number(ruleIndex)]?.id === ruleId)).toBe(true);
    expect(run?.results[3]).toMatchObject({
      message: { text: 'name: is required' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'sub/shop.yaml', uriBaseId: '%SRCROOT%' },
            region: { startLine: 2, startColumn: 3 },
          },
        },
      ],
    });
  });
});

describe('a plan as JUnit', () => {
  const point = { capability: 'place-order', component: 'ledger', perHour: 1_600, perHourChange: 1_600 };
  const impact = { ...PLAN.impact!, singlePointsOfFailure: { added: [point], removed: [], addedOmitted: 0, removedOmitted: 0 } };
  const conditions = riskConditions('new-single-points,exposure=1600');

  it('has one test for each thing that must hold, and the rest as output', () => {
    const plan = { ...PLAN, impact };
    const text = planJunit(plan, riskVerdict(plan, conditions));
    const told = 'an outage of ledger alone brings the capability place-order to Outage, expected to cost 1,600 EUR an hour';
    expect(text).toContain(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="faultline" tests="4" failures="1" errors="0" skipped="0">
  <testsuite name="shop" tests="4" failures="1" errors="0" skipped="0">
    <testcase classname="faultline.shop" name="the manifest is valid"/>
    <testcase classname="faultline.shop" name="the manifest can be applied"/>
    <testcase classname="faultline.shop" name="--fail-on new-single-points finds nothing">
      <failure message="${told}">${told}</failure>
    </testcase>
    <testcase classname="faultline.shop" name="--fail-on exposure=1600 finds nothing"/>
    <system-out>2 to create, 2 to update, 1 to delete, 40 unchanged
newly breaks: checkout, ledger depend on each other in a circle
`);
    expect(planJunit(BLOCKED_PLAN, null)).toContain(' tests="2" failures="1" ');
    expect(assertWellFormed(text)).toBe(4);
  });

  it('is well-formed whatever names it contains', () => {
    const component = 'a"<b>&amp;\u0000\u001b]]>\ud800 \uffff 🙂 --';
    const plan = {
      ...PLAN,
      manifest: component,
      impact: { ...impact, singlePointsOfFailure: { ...impact.singlePointsOfFailure, added: [{ ...point, component }] } },
    };
    expect(assertWellFormed(planJunit(plan, riskVerdict(plan, conditions)))).toBe(4);
    const issue = { file: component, path: component, message: component, hint: component };
    expect(assertWellFormed(issuesJunit(component, [issue, issue], 3))).toBe(1);
    expect(planJunit(plan, null)).toContain('name="a&quot;&lt;b&gt;&amp;amp;\ufffd\ufffd]]&gt;\ufffd \ufffd 🙂 --"');
  });
});

describe('--fail-on', () => {
  const point = (component: string, perHour: number) => ({ capability: 'sell', component, perHour, perHourChange: perHour });
  const withPoints = (added: ReturnType<typeof point>[], addedOmitted = 0) => ({
    ...PLAN,
    impact: { ...PLAN.impact!, singlePointsOfFailure: { added, removed: [], addedOmitted, removedOmitted: 0 } },
  });
  const refusedOf = (plan: ManifestPlan, risks: string) =>
    riskVerdict(plan, riskConditions(risks)).refused.map(({ condition, finding, text }) => [condition, finding?.components[0] ?? text]);

  it('refuses new single points, with a bound only those that cost more', () => {
    const plan = withPoints([point('a', 100), point('b', 100.01), point('c', 0)]);
    expect(refusedOf(plan, 'exposure=100')).toEqual([['exposure=100', 'b']]);
    expect(refusedOf(plan, ' New-Single-Points , exposure=0')).toEqual([
      ...['a', 'b', 'c'].map((name) => ['new-single-points', name]),
      ...['a', 'b'].map((name) => ['exposure=0', name]),
    ]);
    expect(refusedOf(withPoints([]), 'new-single-points,exposure=0')).toEqual([]);
  });

  it('refuses scenarios that newly last too long, or newly cost more than the bound', () => {
    const [breaching, quiet] = PLAN.impact!.scenarios!;
    const impact = (more: object) => ({
      ...withPoints([]),
      impact: { ...withPoints([]).impact, scenarios: [{ ...breaching!, ...more }, quiet!] },
    });
    const tooLong = 'the scenario both-stores lasts longer than the capability place-order tolerates';
    expect(refusedOf(impact({}), 'breached')).toEqual([['breached', tooLong]]);
    expect(refusedOf(impact({}), 'new-single-points')).toEqual([]);
    expect(riskVerdict(impact({}), riskConditions('breached')).unexamined).toEqual([]);
    // Breached before already, or no longer breached.
    const verdicts = [
      { capability: 'a', from: 'Breached', to: 'Breached' },
      { capability: 'b', from: 'Breached', to: 'Met' },
    ];
    expect(refusedOf(impact({ verdicts }), 'breached')).toEqual([]);
    const costs = 'the scenario both-stores is expected to cost 1,600 EUR an hour';
    expect(refusedOf(impact({ expectedPerHour: { from: 1_000, to: 1_600 } }), 'breached,exposure=1599')).toEqual([
      ['breached', tooLong],
      ['exposure=1599', costs],
    ]);
    expect(refusedOf(impact({ expectedPerHour: { from: null, to: 1_600 } }), 'exposure=0')).toEqual([['exposure=0', costs]]);
    for (const [from, to] of [
      [1_599.5, 1_600],
      [1_600, 1_000],
      [1_600, null],
    ])
      expect(refusedOf(impact({ expectedPerHour: { from, to } }), 'exposure=1599')).toEqual([]);
    const unseen = { ...impact({}), impact: { ...impact({}).impact, scenarios: [], scenariosOmitted: 2 } };
    expect(refusedOf(unseen, 'breached')).toEqual([['breached', '2 more scenarios were not examined']]);
  });

  it('refuses points that are new but not listed', () => {
    expect(refusedOf(withPoints([point('a', 1)], 2), 'exposure=5')).toEqual([
      ['exposure=5', '2 more single points of failure are new and not listed: their cost is unknown'],
    ]);
  });

  it('fails if the impact was not calculated, or the key may not see revenue', () => {
    const [points, exposure] = [riskConditions('new-single-points'), riskConditions('exposure=5')];
    expect(() => riskVerdict({ ...PLAN, impact: null, impactUnavailable: 'too large' }, points)).toThrow('cannot be evaluated');
    const unseen = { ...PLAN, impact: { ...PLAN.impact!, currency: null, withheld: ['perHour'] } };
    expect(() => riskVerdict(unseen, exposure)).toThrow('the key may not see revenue');
    expect(riskVerdict(unseen, points).refused).toHaveLength(1);
    const { withheld: _withheld, ...older } = PLAN.impact!;
    expect(() => riskVerdict({ ...PLAN, impact: older as typeof PLAN.impact }, exposure)).toThrow('the key may not see revenue');
  });
});

describe('what was not checked', () => {
  const NOTHING = { added: [], removed: [], addedOmitted: 0, removedOmitted: 0 };
  const quiet = { dependencyCycles: NOTHING, tierInversions: NOTHING, singlePointsOfFailure: NOTHING, rollUps: [], impactOmitted: 0 };
  const planWith = (more: object): ManifestPlan => ({ ...PLAN, impact: { currency: 'EUR', withheld: [], ...quiet, ...more } });
  const reason = 'No application in service with components supports a capability';
  const headlineOf = (plan: ManifestPlan): string => planMarkdown(plan).split('\n')[1] ?? '';
  const verdictOf = (plan: ManifestPlan, conditions: string) => riskVerdict(plan, riskConditions(conditions));

  it('does not read like a change that breaks nothing', () => {
    const plan = { ...PLAN, impact: null, impactUnavailable: 'The landscape has more than 5 components.' };
    const sentence = 'What this breaks was not checked: The landscape has more than 5 components.';
    expect(planLines(plan, plain, { isFull: false }).at(-1)).toBe(`! ${sentence}`);
    expect(headlineOf(plan)).toBe('### Faultline: what this change breaks is not known');
    expect(planMarkdown(plan)).toContain(sentence);
    expect(planJunit(plan, null)).toContain(sentence);
    expect(planLines({ ...PLAN, impact: null }, plain, { isFull: false }).at(-1)).toBe('! What this breaks was not checked.');
  });

  it('is single points where no application supports a capability', () => {
    const plan = planWith({ capabilitiesExamined: 0 });
    expect(planLines(plan, plain, { isFull: false }).at(-1)).toBe(`! ${reason}, so nothing is known about single points of failure.`);
    expect(headlineOf(plan)).toBe('### Faultline: what this change breaks is not known');
    const text = `${reason}, so new-single-points had nothing to examine.`;
    const verdict = verdictOf(plan, 'new-single-points');
    expect(verdict.unexamined).toEqual([{ condition: 'new-single-points', text }]);
    const junit = planJunit(plan, verdict);
    assertWellFormed(junit);
    expect(junit).toContain('tests="3" failures="0" errors="0" skipped="1"');
    expect(junit).toContain(`<skipped message="${text}"/>`);
    for (const capabilitiesExamined of [1, undefined])
      expect(verdictOf(planWith({ capabilitiesExamined }), 'new-single-points').unexamined).toEqual([]);
    expect(headlineOf(planWith({ capabilitiesExamined: 1 }))).toBe('### Faultline: this change breaks nothing new');
  });

  it('is a tolerance where no scenario lasts, and a cost where nothing costs', () => {
    const scenario = { technicalName: 's', newlyExcess: [], excess: { from: 0, to: 0 }, omitted: 0 };
    const judged = (to: string | null) => planWith({ scenarios: [{ ...scenario, verdicts: [{ capability: 'a', from: null, to }] }] });
    const told = (plan: ManifestPlan, condition: string) => verdictOf(plan, condition).unexamined.map(({ text }) => text);
    for (const verdict of [null, 'NotSet'])
      expect(told(judged(verdict), 'breached')).toEqual([
        'No scenario that the change touches has a duration and a capability with a recorded tolerance, so breached had nothing to examine.',
      ]);
    expect(told(judged('Met'), 'breached')).toEqual([]);
    expect(told(planWith({ scenarios: [] }), 'breached')).toEqual([]);
    const point = (perHour: number) => ({ capability: 'a', component: 'b', perHour, perHourChange: perHour });
    const priced = (perHour: number) => planWith({ singlePointsOfFailure: { ...NOTHING, added: [point(perHour)] } });
    expect(told(priced(0), 'exposure=5')).toEqual([
      'Every cost is 0, as where nobody recorded revenue, so exposure=5 had nothing to examine.',
    ]);
    expect(told(priced(1), 'exposure=5')).toEqual([]);
    // What changes nothing has nothing to be examined, whatever is saved.
    const summary = { create: 0, update: 0, delete: 0, unchanged: 3 };
    expect(told({ ...planWith({ capabilitiesExamined: 0 }), summary }, 'new-single-points,breached')).toEqual([]);
  });

  it('a failure that affects more, or a scenario that newly lasts too long, is not nothing new', () => {
    const rollUp = (from: string | null, to: string | null) =>
      planWith({ rollUps: [{ component: 'c', applications: [{ technicalName: 'a', from, to }], capabilities: [], audiences: [] }] });
    expect(headlineOf(rollUp(null, 'Degraded'))).toBe('### Faultline: with this change, failures affect more');
    expect(headlineOf(rollUp('Outage', 'Degraded'))).toBe('### Faultline: this change breaks nothing new');
    expect(headlineOf({ ...PLAN, impact: { ...planWith({}).impact!, scenarios: PLAN.impact!.scenarios! } })).toBe(
      '### Faultline: with this change, failures affect more',
    );
  });
});
