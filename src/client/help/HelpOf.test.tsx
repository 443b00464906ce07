import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { HelpFields, Reference } from '@/domain/references';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { HelpOf } from './HelpOf';
import { ReferenceList } from './ReferenceList';

const runbook: Reference = { kind: 'Runbook', label: 'Restart <b>now</b>', url: 'https://wiki.example.com:8443/restart?step=1' };
const mail: Reference = { kind: 'Chat', label: 'Shop', url: 'mailto:shop@example.com?subject=Outage' };
const nothing: HelpFields = { contact: null, references: [] };

const show = (component: HelpFields, application: HelpFields) =>
  renderInTenant(<HelpOf kind="component" id="c" />, {
    answers: { 'components.get': () => ({ ...component, applicationId: 'a' }), 'applications.get': () => application },
  });
const shown = async (): Promise<string> => (await screen.findByRole('region', { name: 'Contact and references' })).textContent;

it('shows each reference as text with its host, and opens it apart from this page and without saying where from', () => {
  renderInTenant(<ReferenceList references={[runbook, mail]} />);
  const items = within(screen.getByRole('list', { name: 'References' })).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Runbook Restart <b>now</b> wiki.example.com:8443',
    'Chat Shop shop@example.com',
  ]);
  const links = screen.getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')])).toEqual(
    [
      [runbook.label, runbook.url, '_blank', 'noopener noreferrer'],
      [mail.label, mail.url, '_blank', 'noopener noreferrer'],
    ],
  );
});

it.each(['javascript:alert(1)', ' javascript:alert(1)', 'https://bank.example@evil.example/'])('does not link to %j', (url) => {
  renderInTenant(<ReferenceList references={[{ ...runbook, url }]} />);
  expect(screen.getByText(runbook.label)).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

it('loads nothing from where references lead', () => {
  renderInTenant(<ReferenceList references={[runbook, mail]} />);
  expect(document.querySelectorAll('[src], link[href]')).toHaveLength(0);
});

it('shows what a component states, without asking for its application', async () => {
  const { calls } = show({ contact: '#checkout', references: [runbook] }, { contact: '#shop', references: [mail] });
  expect(await shown()).toBe('Contact and references#checkoutRunbook Restart <b>now</b> wiki.example.com:8443');
  expect(calls.map(({ path }) => path)).toEqual(['components.get']);
});

it("shows its application's contact and references where it states none, and says so", async () => {
  show(nothing, { contact: '#shop', references: [mail] });
  await screen.findAllByText('From its application');
  expect(await shown()).toBe('Contact and references#shopFrom its applicationChat Shop shop@example.comFrom its application');
});

it('shows nothing if nothing is recorded', async () => {
  const { calls } = show(nothing, nothing);
  await waitFor(() => expect(calls.map(({ path }) => path)).toEqual(['components.get', 'applications.get']));
  expect(screen.queryByRole('region')).toBeNull();
});
