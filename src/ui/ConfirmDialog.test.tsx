import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { ConfirmDialog } from './ConfirmDialog';

const show = (typed?: string) => {
  const calls = { onConfirm: vi.fn(), onClose: vi.fn() };
  const { user } = renderInTenant(
    <ConfirmDialog title="Delete the tenant?" confirmLabel="Delete" isBusy={false} {...(typed === undefined ? {} : { typed })} {...calls}>
      All of it goes.
    </ConfirmDialog>,
  );
  return { user, ...calls };
};
const confirm = () => screen.getByRole('button', { name: 'Delete' });

it('does the most drastic action only once the name is typed exactly', async () => {
  const { user, onConfirm } = show('Astronomy');
  const field = screen.getByRole('textbox', { name: 'Type Astronomy to continue' });
  await user.type(field, 'astronomy{Enter}');
  await user.click(confirm());
  expect(screen.getByRole('alert').textContent).toBe('Still missing: Astronomy, typed exactly.');
  expect(onConfirm).not.toHaveBeenCalled();
  await user.clear(field);
  await user.type(field, 'Astronomy{Enter}');
  expect(onConfirm).toHaveBeenCalledOnce();
});

it('does nothing on Cancel or Escape', async () => {
  const { user, onConfirm, onClose } = show();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(2);
  expect(onConfirm).not.toHaveBeenCalled();
});
