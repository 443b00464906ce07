import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { PATIENT } from '@/test/patience';
import { ReportHealthDialog } from './ReportHealthDialog';

const DB = { kind: 'component', id: '22222222-2222-4222-8222-222222222222', technicalName: 'db', name: 'Database' };
const report = () => screen.getByRole('button', { name: 'Report' });

it('says that a component is missing if the button is pressed too early, and sends nothing', async () => {
  const { user, callsOf } = renderInTenant(<ReportHealthDialog onClose={() => undefined} />);
  await user.click(report());
  expect(screen.getByRole('alert').textContent).toBe('Still missing: a component.');
  expect(callsOf('health.push')).toEqual([]);
});

it('sends the chosen component with the state and what was seen, and closes', async () => {
  const onClose = vi.fn();
  const { user, callsOf } = renderInTenant(<ReportHealthDialog onClose={onClose} />, {
    answers: { 'landscape.find': () => [DB], 'health.push': () => ({ note: null }) },
  });
  await user.type(screen.getByRole('combobox', { name: 'Component' }), 'data');
  await user.click(await screen.findByRole('option', { name: /Database/ }));
  await user.click(screen.getByRole('radio', { name: 'Outage' }));
  await user.type(screen.getByRole('textbox', { name: 'What you saw' }), ' Logins fail ');
  await user.click(report());
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce(), PATIENT);
  expect(callsOf('health.push')).toEqual([{ component: DB.id, state: 'Outage', message: 'Logins fail' }]);
});
