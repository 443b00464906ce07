import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { refusal, type FakeAnswers } from '@/test/dom/fakeTransport';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { InviteDialog } from './InviteDialog';

const made = { id: 'i1', email: 'ada@example.com', role: 'Viewer', token: 'tok-123', expiresAt: '2026-04-01T00:00:00Z' };
const email = () => screen.getByRole('textbox', { name: 'E-mail' });
const invite = () => screen.getByRole('button', { name: 'Create the invitation' });

async function fillIn(answers: FakeAnswers, onClose = vi.fn()) {
  const shown = renderInTenant(<InviteDialog onClose={onClose} />, { answers });
  await shown.user.type(email(), 'ada@example.com');
  await shown.user.click(invite());
  return { ...shown, onClose };
}

it('invites as a Viewer unless another role is chosen, and shows the link once', async () => {
  const { user, callsOf, onClose } = await fillIn({ 'invitations.create': () => made });
  expect(await screen.findByText(/\/invitations\/tok-123$/)).toBeTruthy();
  expect(callsOf('invitations.create')).toEqual([{ email: 'ada@example.com', role: 'Viewer' }]);
  await user.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'I have copied it' }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('says at the field what is wrong with the e-mail address', async () => {
  await fillIn({
    'invitations.create': () => {
      throw refusal('invalid_input', 'Not valid.', { issues: [{ path: 'email', message: 'belongs to a member' }] });
    },
  });
  expect(await screen.findByText('E-mail belongs to a member.')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('says why the invitation was refused if no field is to blame', async () => {
  await fillIn({
    'invitations.create': () => {
      throw refusal('rate_limited', 'Too many requests. Try again in 3 seconds.');
    },
  });
  expect((await screen.findByRole('alert')).textContent).toContain('Too many requests. Try again in 3 seconds.');
  expect(email()).toHaveProperty('value', 'ada@example.com');
});

it('says that an e-mail address is missing, and sends nothing', async () => {
  const { user, calls } = renderInTenant(<InviteDialog onClose={() => undefined} />);
  await user.click(invite());
  expect(screen.getByRole('alert').textContent).toBe('Still missing: an e-mail address.');
  expect(calls).toEqual([]);
});
