import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { SubmitRow } from './SubmitRow';

function form(missing: readonly string[], onSubmit = vi.fn()) {
  const content = (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <input aria-label="Name" required />
      <SubmitRow label="Save" missing={missing} isBusy={false} />
    </form>
  );
  return { content, onSubmit };
}
const alert = () => screen.queryByRole('alert')?.textContent ?? '';

it('can be pressed while something is missing, says what, and sends nothing', async () => {
  const { content, onSubmit } = form(['a name', 'a scope', 'the last day']);
  const { user } = renderInTenant(content);
  expect(alert()).toBe('');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(alert()).toBe('Still missing: a name, a scope and the last day.');
  expect(onSubmit).not.toHaveBeenCalled();
});

it('says the same when somebody presses Enter in a field', async () => {
  const { content, onSubmit } = form(['a name']);
  const { user } = renderInTenant(content);
  await user.type(screen.getByRole('textbox', { name: 'Name' }), '{Enter}');
  expect(alert()).toBe('Still missing: a name.');
  expect(onSubmit).not.toHaveBeenCalled();
});

it('removes the message once nothing is missing, and sends', async () => {
  const onSubmit = vi.fn();
  const { user, rerender } = renderInTenant(form(['a name'], onSubmit).content);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  rerender(form([], onSubmit).content);
  expect(alert()).toBe('');
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'x');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(onSubmit).toHaveBeenCalledOnce();
});
