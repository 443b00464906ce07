import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { refusal } from '@/test/dom/fakeTransport';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { RegisterPage } from './RegisterPage';

const end = (name: string) => ({
  componentId: name,
  technicalName: name.toLowerCase(),
  name,
  isExternal: false,
  application: { id: 'shop', technicalName: 'shop', name: 'Shop', criticalityTier: 'MissionCritical' },
});
const item = (source: string, more: object = {}) => ({
  dependencyId: source,
  status: 'registered',
  missing: [],
  source: end(source),
  target: end('Store'),
  dependencyType: 'Calls',
  mode: 'Hard',
  protocol: 'HTTPS',
  transportEncryption: 'TLS 1.3',
  endpointAuthMethod: 'mTLS',
  isExternal: false,
  personalData: false,
  isUnprotected: false,
  unknownWords: [],
  dataClass: null,
  ...more,
});
const counts = (unprotected: number, gap: number, unclear: number, secured: number) => ({
  ...{ unprotected, gap, unclear, secured },
  total: unprotected + gap + unclear + secured,
});
const application = { id: 'shop', technicalName: 'shop', name: 'Shop', criticalityTier: 'MissionCritical' };
const register = {
  items: [
    item('Web', { protocol: 'x', unknownWords: ['protocol'], dataClass: 'Restricted' }),
    item('Till', { status: 'gap', missing: ['protocol'], protocol: null }),
  ],
  nextCursor: null,
  total: 2,
  completeness: {
    overall: { registered: 1, total: 2, percent: 50, unprotected: 0 },
    byApplication: [{ ...application, registered: 1, total: 2, percent: 50, unprotected: 0 }],
    applicationsOmitted: 0,
    byCriticalityTier: [],
    shares: {
      overall: counts(0, 1, 1, 0),
      byCriticalityTier: [{ criticalityTier: 'MissionCritical', ...counts(0, 1, 1, 0) }],
      byDataClass: [
        { dataClass: 'Restricted', ...counts(0, 0, 1, 0) },
        { dataClass: null, ...counts(0, 1, 0, 0) },
      ],
    },
  },
  at: null,
  landscapeVersion: 3,
  digest: 'sha256:0',
};
const show = (answer: () => unknown) =>
  renderInTenant(<RegisterPage />, {
    page: 'security-register',
    answers: { 'securityRegister.list': answer, 'views.list': () => ({ items: [] }), 'home.overview': () => ({ size: { components: 2 } }) },
  });

it('asks for the worst first, warns of words that it does not know, and of data that is not recorded', async () => {
  const { callsOf } = show(() => register);
  const table = await screen.findByRole('table', { name: 'Register' });
  expect(callsOf('securityRegister.list')[0]).toMatchObject({ sort: 'worst' });
  const [web, till] = within(table).getAllByRole('row').slice(1);
  expect(web?.textContent).toContain('x unknown word');
  expect(web?.textContent).toContain('Restricted');
  expect(till?.textContent).toContain('missing');
  expect(till?.textContent).toContain('Not recorded');
});

it('shows shares that add up, and each of them filters', async () => {
  const { user, callsOf } = show(() => register);
  const parts = await screen.findByRole('region', { name: 'Completeness' });
  const told = within(parts)
    .getAllByRole('button')
    .map((bar) => bar.textContent);
  expect(told).toEqual([
    'Unprotected0 of 2Show only these',
    'Gaps1 of 2Show only these',
    'Unknown words1 of 2Show only these',
    'Secured0 of 2Show only these',
    'Mission critical0 of 2Show only these',
    'Restricted0 of 1Show only these',
    'Shop1 of 2Show only these',
  ]);
  for (const [name, filter] of [
    ['Unknown words', { verdict: ['unclear'] }],
    ['Mission critical', { highestTier: ['MissionCritical'] }],
    ['Restricted', { dataClass: ['Restricted'] }],
  ] as const) {
    await user.click(within(parts).getByRole('button', { name: new RegExp(`^${name}`) }));
    expect(callsOf('securityRegister.list').at(-1)).toMatchObject(filter);
  }
});

it('says so where it could not be loaded, and where there is nothing to prove', async () => {
  const first = show(() => {
    throw refusal('internal', 'No answer');
  });
  expect(await screen.findByText('The register could not be loaded')).toBeTruthy();
  first.unmount();
  show(() => ({
    ...register,
    items: [],
    total: 0,
    completeness: { ...register.completeness, overall: { registered: 0, total: 0, percent: null, unprotected: 0 } },
  }));
  expect(await screen.findByText('There are no dependencies yet, so there is nothing to prove.')).toBeTruthy();
});
