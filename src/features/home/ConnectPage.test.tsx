/** What somebody sees who drops a recording: what is in it, the questions, and the way to the proposal. */
import { existsSync } from 'node:fs';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { readHeldText } from '@/client/manifest/heldText';
import { ObserverWorker } from '@/test/dom/observerWorker';
import { renderInTenant, TENANT } from '@/test/dom/renderInTenant';
import { otlpDocument, type SaidSpan } from '@/test/spans';
import { ConnectPage } from './ConnectPage';

beforeEach(() => vi.stubGlobal('Worker', ObserverWorker));

const SAID: SaidSpan[] = [
  { service: 'web', kind: 'SERVER', id: 'a' },
  { service: 'web', kind: 'CLIENT', id: 'b', parent: 'a' },
  { service: 'stock', kind: 'SERVER', id: 'c', parent: 'b' },
  { service: 'web', kind: 'CLIENT', id: 'd', parent: 'a', attributes: { 'server.address': '10.0.0.1' } },
];

async function drop(...files: [name: string, text: string][]): Promise<void> {
  const target = (await screen.findByText(/^Drop traces/)).parentElement as HTMLElement;
  fireEvent.drop(target, { dataTransfer: { files: files.map(([name, text]) => new File([text], name)) } });
}

it('says what was seen and left out, asks, and leads to the proposal with the answers', async () => {
  const { user, push } = renderInTenant(<ConnectPage />);
  await drop(['traces.json', JSON.stringify(otlpDocument(SAID))]);
  expect(await screen.findByText('2 services, 0 more components, 1 dependency seen')).toBeTruthy();
  expect(screen.getByText(/Left out or decided: 1 call to an IP address/)).toBeTruthy();
  expect(screen.getByText('Services called from outside are already chosen.')).toBeTruthy();
  await user.type(screen.getByLabelText('What do they do at web?'), 'Buy things');
  await user.type(screen.getByLabelText('What is an hour of it worth at web?'), 'lots');
  expect(screen.getByText('Enter a number without a currency, or nothing')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Review the proposal' }).disabled).toBe(true);
  await user.clear(screen.getByLabelText('What is an hour of it worth at web?'));
  await user.type(screen.getByLabelText('What is an hour of it worth at web?'), '5,000');
  await user.click(screen.getByRole('button', { name: 'Review the proposal' }));
  await waitFor(() => expect(push).toHaveBeenCalledWith(`/t/${TENANT.tenantId}/manifest`));
  const { text, isUnsaved } = readHeldText(TENANT.tenantId);
  expect([isUnsaved, /technicalName: buy-things/.test(text), /annualRevenue: 43800000/.test(text)]).toEqual([true, true, true]);
});

it('reads metrics as well, and leaves the questions in the manifest where nobody answers', async () => {
  const { user, push } = renderInTenant(<ConnectPage />);
  await drop(['metrics.txt', 'traces_service_graph_request_total{client="web",server="stock"} 3\n']);
  expect(await screen.findByText('What was recorded does not say which are called from outside.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Review the proposal' }));
  await waitFor(() => expect(push).toHaveBeenCalled());
  expect(readHeldText(TENANT.tenantId).text).toMatch(/name: observed-prometheus[^]*# Which services do customers touch\?/);
});

it('says what to do where nothing calls anything', async () => {
  renderInTenant(<ConnectPage />);
  await drop(['traces.json', JSON.stringify(otlpDocument(SAID.slice(0, 1)))]);
  expect(await screen.findByText(/1 span was read, and none calls another service\. Send the spans of callers/)).toBeTruthy();
});

it('says why nothing was drawn, and takes the next files', async () => {
  renderInTenant(<ConnectPage />);
  await drop(['notes.txt', 'hello']);
  expect((await screen.findByRole('alert')).textContent).toContain('notes.txt holds neither traces, metrics nor flows');
  await drop(['traces.json', JSON.stringify(otlpDocument(SAID))]);
  expect(await screen.findByText(/^2 services/)).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows how far it is, and what is seen, while it reads', async () => {
  vi.stubGlobal(
    'Worker',
    class extends ObserverWorker {
      override postMessage(): void {
        queueMicrotask(() => this.onmessage?.({ data: { read: { unit: 'span', count: 12_345, services: 14, dependencies: 38 } } }));
      }
    },
  );
  renderInTenant(<ConnectPage />);
  await drop(['traces.json', '{}']);
  expect(
    await screen.findByText('12,345 spans read: 14 services, 38 dependencies seen so far. The files stay in this browser.'),
  ).toBeTruthy();
});

it('offers a Viewer nothing that would be refused', () => {
  renderInTenant(<ConnectPage />, { tenant: { role: 'Viewer' } });
  expect(screen.getByText('Editors, Admins and Owners of this tenant can add what they run.')).toBeTruthy();
  expect(screen.queryByText('Choose a source')).toBeNull();
});

it('has the job that reads the metrics of this tenant, with files that exist', async () => {
  renderInTenant(<ConnectPage />);
  expect((await screen.findByRole('group', { name: 'Add this job to prometheus.yml' })).textContent).toContain(
    `metrics_path: /api/${TENANT.tenantId}/impact/metrics`,
  );
  for (const name of ['Dashboard for Grafana', 'Alert rules for Prometheus'])
    expect(existsSync(`public${screen.getByRole('link', { name }).getAttribute('href') ?? ''}`)).toBe(true);
});
