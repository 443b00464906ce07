/** The page of an incident as people meet it: while it loads, refused, with everything recorded, and with nothing. */
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Incident } from '@/contract/incidents';
import type { Role } from '@/domain/vocabulary';
import { refusal, type FakeAnswers } from '@/test/dom/fakeTransport';
import { renderInTenant, TENANT } from '@/test/dom/renderInTenant';
import { IncidentPage } from './IncidentPage';

const APPLICATION = { id: 'a1', technicalName: 'messaging', name: 'Messaging' };
const RUNBOOK = { kind: 'Runbook', label: 'Restart a broker', url: 'https://wiki.example.com/broker' };

const INCIDENT = {
  id: 'i1',
  number: 2,
  state: 'Acknowledged',
  severity: 'Outage',
  cause: 'kafka',
  causeId: 'c1',
  causeName: 'Event broker',
  application: APPLICATION,
  team: 'Streaming',
  contact: '#streaming',
  references: [RUNBOOK],
  names: { kafka: 'Event broker', billing: 'Billing', desk: 'Help desk', 'astronomy-db': 'Astronomy database' },
  symptoms: ['billing'],
  symptomDetails: [
    { componentId: 'c2', technicalName: 'billing', effectiveState: 'Outage', alone: 'Degraded', jointlyWith: ['astronomy-db'] },
  ],
  symptomHistory: [{ componentId: 'c2', technicalName: 'billing', since: '2026-11-20T03:12:30.000Z', until: null }],
  impactedNotMonitored: [{ technicalName: 'desk', effectiveState: 'Outage' }],
  impactedNotMonitoredCount: 1,
  situation: null,
  counts: { components: 2, applications: 1 },
  jointlyWith: [],
  explainedInPart: null,
  contributesToCauses: [],
  startedAt: '2026-11-20T03:12:05.000Z',
  openedAt: '2026-11-20T03:12:35.000Z',
  endedAt: null,
  acknowledgedAt: '2026-11-20T03:15:07.000Z',
  acknowledgedBy: 'Ada',
  healthySince: null,
  resolvedAt: null,
  mergedIntoId: null,
  timeline: [
    {
      sequence: 1,
      at: '2026-11-20T03:12:35.000Z',
      kind: 'Opened',
      actor: null,
      text: null,
      facts: { cause: 'kafka', severity: 'Outage', symptoms: ['billing'], splitFromId: null },
    },
  ],
} as unknown as Incident;

const absent = () => {
  throw refusal('not_found', 'There is no such component.');
};

const FROM_A_MANIFEST = { changeSetId: 's1', actor: { type: 'key', id: 'k', name: 'CI' }, origin: { manifest: 'messaging' } };
const BY_HAND = { changeSetId: 's2', actor: { type: 'person', id: 'p', name: 'Ada' }, origin: {} };
const SET = { at: '2026-11-20T03:10:02.000Z', landscapeVersion: 7, isUndone: false, changeCount: 1, entries: [], entriesOmitted: 0 };
const ENTRY = { op: 'update', kind: 'component', entityId: 'c1', technicalName: 'kafka', called: 'Event broker' };
const CHANGES = { from: '2026-11-20T02:12:05.000Z', until: '2026-11-20T03:12:05.000Z', sets: [], hasMore: false };

function show(answer: () => unknown, role: Role = 'Editor', answers: FakeAnswers = {}) {
  return renderInTenant(<IncidentPage id="i1" />, {
    answers: {
      'incidents.get': answer,
      'impact.blastRadius': absent,
      'health.lanes': () => ({ causes: [], cards: [] }),
      'incidents.changesBefore': () => CHANGES,
      'landscape.names': () => [],
      ...answers,
    },
    tenant: { role },
  });
}

it('says that it is loading', () => {
  show(() => new Promise(() => undefined));
  expect(screen.getByRole('heading', { level: 1, name: 'Incident' })).toBeTruthy();
  expect(screen.getByRole('status', { name: 'The incident is loading' })).toBeTruthy();
});

it('says why it cannot be shown', async () => {
  show(() => {
    throw refusal('not_found', 'There is no incident with the id i1.');
  });
  expect((await screen.findByRole('alert')).textContent).toContain('This incident cannot be shown');
});

it('calls everything by its display name, and says since when to the second', async () => {
  show(() => INCIDENT);
  expect(await screen.findByRole('heading', { level: 1, name: 'Incident 2: Event broker' })).toBeTruthy();
  const status = screen.getByRole('region', { name: 'Status' }).textContent;
  expect(status).toContain('The cause is Event broker.');
  expect(status).toMatch(
    /Since 20 Nov 2026, \d\d:\d\d:05\. Opened 20 Nov 2026, \d\d:\d\d:35\. Acknowledged by Ada 20 Nov 2026, \d\d:\d\d:07\./,
  );
  const symptoms = screen.getByRole('region', { name: 'Symptoms' }).textContent;
  expect(symptoms).toMatch(/Billing for .*jointly with Astronomy database; .*Help desk Outage$/);
  const [entry] = within(screen.getByRole('region', { name: 'Timeline' })).getAllByRole('listitem');
  expect(entry?.textContent).toMatch(/^Opened: Event broker is down\. Affected: Billing\. 20 Nov 2026, \d\d:\d\d:35$/);
  const { textContent } = document.body;
  expect(['kafka', 'astronomy-db'].filter((technicalName) => textContent.includes(technicalName))).toEqual([]);
});

it('says when somebody acknowledged it, also if nobody knows who', async () => {
  show(() => ({ ...INCIDENT, acknowledgedBy: null }));
  const { textContent } = await screen.findByRole('region', { name: 'Status' });
  expect(textContent).toMatch(/Acknowledged by\s+20 Nov 2026, \d\d:\d\d:07\./);
});

const owner = async (): Promise<HTMLElement> => screen.findByRole('region', { name: 'Who owns the cause' });
const linksIn = (section: HTMLElement): (string | null)[] =>
  within(section)
    .queryAllByRole('link')
    .map((link) => `${link.textContent} ${link.getAttribute('href')?.replace(`/t/${TENANT.tenantId}`, '')}`);

it('says who owns the cause and where help is', async () => {
  show(() => INCIDENT);
  const card = await owner();
  expect(card.textContent).toBe(
    'Who owns the causeTeam: StreamingApplication: MessagingContact: #streamingRunbook Restart a broker wiki.example.com',
  );
  expect(linksIn(card)).toEqual(['Messaging /inventory/applications?open=a1', `Restart a broker ${RUNBOOK.url}`]);
});

const NOTHING = { ...INCIDENT, team: null, contact: null, references: [] };

it('says what is not recorded, and takes those who may edit to where they record it', async () => {
  show(() => NOTHING);
  const card = await owner();
  expect(card.textContent).toBe(
    'Who owns the causeApplication: MessagingNot recorded: team, contact, references. Record the owner team of the application, whom to contact and a runbook, dashboard, repository or chat: open the application or the component.',
  );
  expect(linksIn(card)).toEqual([
    'Messaging /inventory/applications?open=a1',
    'open the application /inventory/applications?open=a1',
    'the component /inventory/components?open=c1',
  ]);
});

it('asks nobody to record what they may not', async () => {
  show(() => NOTHING, 'Viewer');
  const card = await owner();
  expect(card.textContent).toBe('Who owns the causeApplication: MessagingNot recorded: team, contact, references.');
});

it('claims no owner for a cause that was deleted', async () => {
  show(() => ({ ...NOTHING, causeName: 'kafka', application: null }));
  expect((await owner()).textContent).toBe('Who owns the causeThe cause is no longer in the landscape.');
});

it('uses technicalNames, and claims no owner, if the server is older than the page', async () => {
  show(() => ({ ...INCIDENT, causeName: undefined, names: undefined, application: undefined }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Incident 2: kafka' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Who owns the cause' })).toBeNull();
});

it('copies the incident as a text of facts, with the address of the page', async () => {
  const { user } = show(() => INCIDENT);
  await user.click(await screen.findByRole('button', { name: 'Copy as text' }));
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
  const lines = (await navigator.clipboard.readText()).split('\n');
  expect(lines.slice(0, 3)).toEqual([
    'Incident 2: Event broker is down',
    'State: Acknowledged',
    'Acknowledged by: Ada, 2026-11-20 03:15:07 UTC',
  ]);
  expect(lines.at(-1)).toBe(`Details: ${window.location.origin}/t/${TENANT.tenantId}/incidents/i1`);
});

const changed = async (): Promise<HTMLElement> => screen.findByRole('region', { name: 'What changed before it' });

it('says what changed before it, and offers whoever may to undo it', async () => {
  const undone: unknown[] = [];
  const sets = [
    { ...SET, ...BY_HAND, entries: [{ ...ENTRY, id: '7.1', fields: [{ field: 'runtime', from: 'Vm', to: 'Containers' }] }] },
    { ...SET, ...FROM_A_MANIFEST, isUndone: true, changeCount: 12 },
  ];
  const { user } = show(() => INCIDENT, 'Editor', {
    'incidents.changesBefore': () => ({ ...CHANGES, sets }),
    'changes.undo': (input: unknown) => {
      undone.push(input);
      return { changeSetId: 's3', notRestored: [] };
    },
  });
  const card = await changed();
  const items = (await within(card).findAllByRole('list'))[0]!.children;
  expect(items[0]?.textContent).toMatch(
    /^20 Nov 2026, \d\d:10:02, AdaUndoChanged component Event broker: runtime Virtual machine → ContainersThe change in the audit log$/,
  );
  expect(items[1]?.textContent).toMatch(/, CI, by the manifest messagingUndoneAll 12 changes in the audit log$/);
  await user.click(within(card).getByRole('button', { name: 'Undo the change of Ada' }));
  await user.click(await screen.findByRole('button', { name: 'Undo it' }));
  await screen.findByText('Undone. The log now shows the change that did it.');
  expect(undone).toEqual([{ changeSetId: 's2' }]);
});

it('offers no undo to somebody who may not change the landscape, and says that nothing of the kind changed', async () => {
  const { unmount } = show(() => INCIDENT, 'Viewer', { 'incidents.changesBefore': () => ({ ...CHANGES, sets: [{ ...SET, ...BY_HAND }] }) });
  expect(within(await changed()).queryByRole('button')).toBeNull();
  unmount();
  show(() => INCIDENT);
  expect((await within(await changed()).findByText('There were none.')).textContent).toBeTruthy();
});

const SITUATION = {
  id: 'i1',
  incidents: ['i1'],
  incidentsOmitted: 0,
  causes: [{ technicalName: 'kafka', name: 'Event broker', state: 'Outage', isUnderMaintenance: false, incidentId: 'i1' }],
  causesOmitted: 0,
  counts: { components: 3, applications: 2, capabilities: 0, processes: 0, audiences: 0, people: 0 },
  notRecorded: ['capabilities', 'audiences', 'revenue'],
  exposure: { currency: 'EUR', expectedPerHour: 0, perHour: 0 },
};

it('has the same headline figures as every page of impact, and says what is not recorded where there are only components', async () => {
  show(() => ({ ...INCIDENT, situation: SITUATION }));
  const tiles = within(await screen.findByRole('region', { name: 'In figures' })).getAllByRole('definition');
  expect(tiles.map(({ textContent }) => textContent)).toEqual([
    '3 components',
    '2 applications',
    'Not recorded',
    'Link the applications to the capabilities that they support',
    'Not recorded',
    'Not recorded',
  ]);
  expect(screen.getByRole('link', { name: /^Link the applications/ }).getAttribute('href')).toMatch(/\/inventory\/applications$/);
});

it('says until when it is watched after its cause recovered', async () => {
  const recovered = { ...INCIDENT, state: 'Monitoring', healthySince: '2026-11-20T03:20:05.000Z' };
  show(() => recovered, 'Viewer', { 'tenant.get': () => ({ resolveAfterSeconds: 301 }) });
  expect((await screen.findByText(/Watching until/)).textContent).toMatch(
    /^The cause recovered\. The incident resolves by itself if this lasts\. Watching until 20 Nov 2026, \d\d:\d\d:06\. The cause is /,
  );
});

it.each([
  [
    'Monitoring',
    { kind: 'Monitoring', facts: { reason: 'ExplainedByMaintenance' } },
    /^Something that the cause depends on is under maintenance\. /,
  ],
  ['Resolved', { kind: 'Resolved', facts: { reason: 'NotInService' } }, /^It is resolved\. /],
])('does not say that a cause is healthy that has not recovered: %s', async (state, last, sentence) => {
  const entry = { ...INCIDENT.timeline[0], sequence: 2, at: '2026-11-20T03:20:05.000Z', ...last };
  show(() => ({ ...INCIDENT, state, healthySince: '2026-11-20T03:20:05.000Z', timeline: [...INCIDENT.timeline, entry] }));
  const status = await screen.findByRole('region', { name: 'Status' });
  expect(within(status).getByText(/The cause is/).textContent).toMatch(sentence);
  expect(status.textContent).not.toMatch(/[Rr]ecovered\.|Healthy since/);
});

it('asks for the picture of its own situation as it is now, and as it was when it last grew once it is over', async () => {
  const { callsOf, unmount } = show(() => INCIDENT);
  await screen.findByText('Nothing is affected by it now.');
  expect(callsOf('health.lanes')).toEqual([{ incident: 'i1' }]);
  unmount();
  const timeline = [
    ...INCIDENT.timeline,
    {
      sequence: 2,
      at: '2026-11-20T03:14:00.000Z',
      kind: 'SymptomsChanged',
      actor: null,
      text: null,
      facts: { joined: ['billing'], left: [] },
    },
    {
      sequence: 3,
      at: '2026-11-20T03:16:00.000Z',
      kind: 'SymptomsChanged',
      actor: null,
      text: null,
      facts: { joined: [], left: ['billing'] },
    },
  ];
  const over = { ...INCIDENT, state: 'Resolved', endedAt: '2026-11-20T03:20:05.000Z', timeline };
  const later = show(() => over, 'Editor', { 'health.past': () => ({ lanes: null, reporting: [] }) });
  await screen.findByText('The health history of that time is no longer kept.');
  expect(later.callsOf('health.past')).toEqual([{ incident: 'i1', at: '2026-11-20T03:14:00.000Z' }]);
});

it('claims of a past picture neither that nobody was affected nor that it cost nothing', async () => {
  const totals = { components: 4, applications: 3, capabilities: 0, audiences: 0, people: null, exposure: null };
  const lanes = { causes: [{ id: 'c1', name: 'Event broker' }], causesOmitted: 0, cards: [], others: { applications: 3 }, totals };
  show(() => ({ ...INCIDENT, endedAt: '2026-11-20T03:20:05.000Z' }), 'Editor', { 'health.past': () => ({ lanes, reporting: [] }) });
  expect((await screen.findByText('4 components')).closest('dl')?.textContent).toBe('Affected4 componentsIn3 applications');
});

it('counts what it affected, once it is over, as its picture shows it', async () => {
  const totals = { components: 4, applications: 3, capabilities: 2, audiences: 1, people: 240_000, exposure: null };
  const lanes = { causes: [{ id: 'c1', name: 'Event broker' }], causesOmitted: 0, cards: [], others: { applications: 3 }, totals };
  show(() => ({ ...INCIDENT, endedAt: '2026-11-20T03:20:05.000Z' }), 'Editor', { 'health.past': () => ({ lanes, reporting: [] }) });
  const tiles = await screen.findByText('people in 1 audience');
  expect(tiles.closest('dl')?.textContent).toBe(
    'Affected4 componentsIn3 applicationsCapabilities2affectedPeople240,000people in 1 audience',
  );
});

it.each([
  [
    'so far',
    {
      exposure: { currency: 'EUR', expectedPerHour: 0, perHour: 0 },
      costSoFar: { currency: 'EUR', amount: 1_250, until: INCIDENT.openedAt },
    },
    /Cost until now€1,250/,
  ],
  ['in all', { endedAt: INCIDENT.openedAt, costSoFar: { currency: 'EUR', amount: 12.5, until: INCIDENT.openedAt } }, /Cost€12\.50/],
  ['if that was not recorded', { costSoFar: null }, /Cost until nowNot recorded/],
])('says what it has cost %s', async (_what, more, words) => {
  show(() => ({ ...INCIDENT, ...more }));
  expect((await screen.findByRole('region', { name: 'In figures' })).textContent).toMatch(words);
});

it('says nothing of cost to somebody who may not see revenue', async () => {
  show(() => INCIDENT);
  expect((await screen.findByRole('region', { name: 'In figures' })).textContent).toBe('Affected2 componentsIn1 application');
});
