import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { readHeldText } from '@/client/manifest/heldText';
import { openImportReader } from '@/client/manifest/importReader';
import { refusal } from '@/test/dom/fakeTransport';
import { renderInTenant, TENANT } from '@/test/dom/renderInTenant';
import { workerOf } from '@/test/dom/workerOf';
import { HomePage } from './HomePage';

beforeEach(() => vi.stubGlobal('Worker', workerOf(openImportReader)));

function show({ applications = 0, tenant = {}, answers = {} } = {}) {
  return renderInTenant(<HomePage fixes={null} />, {
    tenant,
    answers: {
      'home.overview': () => ({
        size: { components: 0, dependencies: 0, applications },
        setUp: { hasHealth: true, hasKey: false, hasWebhook: true, hasOtherMember: true },
      }),
      ...answers,
    },
  });
}

it.each([
  [0, 'Astronomy has no landscape yet', 'Describe your applications, their components and what these depend on.'],
  [1, 'Astronomy has no components yet', '1 application is recorded: describe the components and what these depend on.'],
  [2, 'Astronomy has no components yet', '2 applications are recorded: describe the components and what these depend on.'],
])('with %i applications and no component, says what is missing', async (applications, title, intro) => {
  show({ applications });
  await screen.findByRole('heading', { name: title });
  expect(document.body.textContent).toContain(intro);
});

it('offers an empty tenant the sample, without revenue and scenarios if they are refused', async () => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response('segments:\n  - technicalName: a\n    annualRevenue: 5\n    name: A\nscenarios:\n  - technicalName: s\n')),
  );
  let refused = 0;
  const { user, callsOf } = show({
    answers: {
      'manifest.applyNow': ({ manifest }: { manifest: string }) => {
        if (!manifest.includes('annualRevenue') && !manifest.includes('scenarios:')) return {};
        refused += 1;
        throw refusal(manifest.includes('scenarios:') ? 'plan_required' : 'revenue_forbidden', 'No.');
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Load the sample landscape' }));
  await waitFor(() => expect(callsOf('manifest.applyNow')).toHaveLength(3));
  expect(refused).toBe(2);
  expect(callsOf('home.overview').length).toBeGreaterThan(1);
});

it('of an empty tenant says how to connect what runs: a card for each source with what to paste, and one for files', async () => {
  show();
  const part = await screen.findByRole('region', { name: 'Connect what you run' });
  const pasted = Object.fromEntries(
    within(part)
      .getAllByRole('region')
      .map((card) => [
        within(card).getByRole('heading').textContent,
        within(card)
          .queryAllByRole('group')
          .map(({ textContent }) =>
            /faultline observe (\w+)|OTEL\w+/
              .exec(textContent ?? '')
              ?.slice(0, 2)
              .findLast(Boolean),
          ),
      ]),
  );
  expect(pasted).toEqual({
    OpenTelemetry: ['otlp', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    Prometheus: ['prometheus'],
    'Service mesh': ['prometheus', 'hubble'],
    Jaeger: ['jaeger'],
    Files: [],
  });
  // Without a name of its own, each service would be one `unknown_service`.
  expect(part.textContent).toContain('OTEL_SERVICE_NAME=bookshop npm start');
  expect(within(part).getByRole('link', { name: 'The guide' }).getAttribute('href')).toBe('/docs/guides/connect-what-you-run');
});

it('makes a manifest from dropped files and leads to its preview; says which files describe nothing', async () => {
  const { push } = show();
  const target = (await screen.findByText(/^Drop files here/)).parentElement as HTMLElement;
  const drop = (name: string, text: string) => fireEvent.drop(target, { dataTransfer: { files: [new File([text], name)] } });
  drop('notes.yaml', 'a: 1\n');
  expect((await screen.findByRole('alert')).textContent).toContain('Nothing in these files');
  drop('compose.yaml', 'name: shop\nservices:\n  web: { image: nginx }\n');
  await waitFor(() => expect(push).toHaveBeenCalledWith(`/t/${TENANT.tenantId}/manifest`));
  expect(readHeldText(TENANT.tenantId)).toMatchObject({ isUnsaved: true, text: expect.stringContaining('shop-web') });
});

it('can be stopped while it reads dropped files, and then takes others', async () => {
  vi.stubGlobal(
    'Worker',
    workerOf(() => () => undefined),
  );
  const { user, push } = show();
  const target = (await screen.findByText(/^Drop files here/)).parentElement as HTMLElement;
  const drop = () =>
    fireEvent.drop(target, { dataTransfer: { files: [new File(['services: { web: { image: nginx } }'], 'compose.yaml')] } });
  drop();
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(screen.queryByText(/^Reading 1 file/)).toBeNull();
  vi.stubGlobal('Worker', workerOf(openImportReader));
  drop();
  await waitFor(() => expect(push).toHaveBeenCalledWith(`/t/${TENANT.tenantId}/manifest`));
});

it('tells a Viewer of an empty tenant who can fill the tenant, and offers nothing that would be refused', async () => {
  show({ tenant: { role: 'Viewer' } });
  expect(await screen.findByText(/Editors, Admins and Owners of this tenant can fill it/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
