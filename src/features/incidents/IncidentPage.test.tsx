/** The page of an incident as people meet it: while it loads, refused, with everything recorded, and with nothing. */
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Incident } from '@/contract/incidents';
import type { Role } from '@/domain/vocabulary';
import { refusal } from '@/test/dom/fakeTransport';
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

function show(answer: () => unknown, role: Role = 'Editor') {
  return renderInTenant(<IncidentPage id="i1" />, {
    answers: { 'incidents.get': answer, 'impact.blastRadius': absent },
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
