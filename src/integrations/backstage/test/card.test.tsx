// @vitest-environment jsdom
/** The card in a Backstage app: how it shows answers that the backend got from Faultline in the same run. */
import {
  createExtensionTester,
  renderInTestApp as renderInNewApp,
  TestApiProvider as NewApiProvider,
} from '@backstage/frontend-test-utils';
import { mockCredentials, mockServices } from '@backstage/backend-test-utils';
import { renderInTestApp, TestApiProvider } from '@backstage/test-utils';
import { EntityProvider } from '@backstage/plugin-catalog-react';
import { EntityFaultlineCard, isFaultlineAvailable } from '@faultline/backstage-plugin';
import newPlugin from '@faultline/backstage-plugin/alpha';
import { AuthorizeResult } from '@backstage/plugin-permission-common';
import { screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { faultlineApi, faultlineApiRef } from '../plugins/faultline/src/faultlineApi';
import { entity, SETTINGS, startBackend, type StartedBackend } from './backend';
import { FAULTLINE } from './faultline';

let backend: StartedBackend;
beforeAll(async () => {
  backend = await startBackend({ ...SETTINGS, key: FAULTLINE.keys.revenue, showExposure: true });
});

const apiOf = ({ url }: StartedBackend) =>
  faultlineApi(
    { getBaseUrl: () => Promise.resolve(url) },
    { fetch: (input, init) => fetch(input, { ...init, headers: { authorization: mockCredentials.user.header() } }) },
  );
const show = (of: ReturnType<typeof entity>, started = backend) =>
  renderInTestApp(
    <TestApiProvider apis={[[faultlineApiRef, apiOf(started)]]}>
      <EntityProvider entity={of}>
        <EntityFaultlineCard />
      </EntityProvider>
    </TestApiProvider>,
  );
const section = async (name: string): Promise<HTMLElement> => screen.findByRole('region', { name }, { timeout: 60_000 });

describe('the card', () => {
  it('shows state, incident and blast radius of a resource that is down, with links to Faultline', async () => {
    await show(entity('Resource', 'db'));
    const now = await section('Now');
    expect(now.textContent).toMatch(/^NowOutageSince /);
    const incident = within(await section('Incidents')).getByRole('link', { name: /#1 Outage of db/ });
    expect(incident.getAttribute('href')).toMatch(`${FAULTLINE.url}/t/${FAULTLINE.tenant}/incidents/`);
    const radius = await section('If it fails');
    expect(radius.textContent).toContain('3 components, 2 applications, 2 capabilities, 1 audience affected');
    expect(radius.textContent).toContain('Expected cost: €1,000 per hour, €1,000 at risk');
    const names = within(within(radius).getByRole('list', { name: 'Applications' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(names).toEqual(['Shop Outage', 'Billing Outage']);
    expect(screen.getByRole('link', { name: /Open in Faultline/ }).getAttribute('href')).toContain(
      '/blast-radius?entityType=component&entityId=',
    );
  });

  it('names the cause for an affected entity, and says what is only assumed', async () => {
    const { unmount } = await show(entity('Component', 'web'));
    expect((await section('Now')).textContent).toContain('Caused by db');
    expect((await section('Incidents')).textContent).toContain('(Open, affected)');
    unmount();
    await show(entity('Component', 'cache'));
    expect((await section('Now')).textContent).toBe('NowHealthyIt has not reported its health. Faultline assumes that it works.');
    expect((await section('Incidents')).textContent).toBe('IncidentsNo open incidents');
    expect((await section('If it fails')).textContent).toMatch(/^If it fails1 application, 1 capability, 1 audience affected/);
  });

  it('says how to connect an entity that Faultline does not know', async () => {
    await show(entity('Component', 'nowhere'));
    expect(await screen.findByText(/Faultline has no component called nowhere/, {}, { timeout: 60_000 })).toBeTruthy();
    expect(screen.getByText('faultline.io/component')).toBeTruthy();
  });

  it('shows why there is no answer, and never an outdated answer', async () => {
    const denied = await startBackend(SETTINGS, [mockServices.permissions.factory({ result: AuthorizeResult.DENY })]);
    await show(entity('Resource', 'db'), denied);
    expect((await screen.findAllByText(/You may not see impact from Faultline/, {}, { timeout: 60_000 })).length).toBeGreaterThan(0);
    expect(screen.queryByRole('region', { name: 'Now' })).toBeNull();
  });

  it('is shown for the kinds that have a live state', () => {
    const kinds = ['Component', 'Resource', 'System', 'Domain', 'API', 'User'];
    expect(kinds.filter((kind) => isFaultlineAvailable(entity(kind, 'x')))).toEqual(['Component', 'Resource', 'System']);
    expect(isFaultlineAvailable(entity('API', 'x', { annotations: { 'faultline.io/component': 'db' } }))).toBe(true);
  });

  it('is also an extension of the new frontend system', async () => {
    const card = createExtensionTester(newPlugin.getExtension('entity-card:faultline/impact'));
    renderInNewApp(
      <NewApiProvider apis={[[faultlineApiRef, apiOf(backend)]]}>
        <EntityProvider entity={entity('Resource', 'db')}>{card.reactElement()}</EntityProvider>
      </NewApiProvider>,
    );
    expect((await section('Now')).textContent).toContain('Outage');
  });
});
