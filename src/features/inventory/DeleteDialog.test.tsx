import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { noAnswer, refusal, type FakeAnswers } from '@/test/dom/fakeTransport';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { DeleteDialog } from './DeleteDialog';

function show(answers: FakeAnswers, ids: readonly string[] = ['a1']) {
  const calls = { onClose: vi.fn(), onDeleted: vi.fn() };
  return { ...renderInTenant(<DeleteDialog kind="application" ids={ids} name="Shop" {...calls} />, { answers }), ...calls };
}
const press = (name: string) => screen.getByRole('button', { name });
const inUse = (neededByTotal = 3) =>
  refusal('in_use', 'It is in use.', {
    facts: {
      neededByTotal,
      neededBy: [
        { kind: 'component', id: 'c1', technicalName: 'web' },
        { kind: 'dependency', id: 'd1', technicalName: 'web → db (Reads)' },
        { kind: 'process', id: 'p1', technicalName: 'closing' },
      ],
    },
  });

it('deletes what nothing needs, and offers to undo it', async () => {
  const { user, callsOf, onDeleted } = show({
    'bulk.delete': () => ({ changeSetId: 's1' }),
    'changes.undo': () => ({ notRestored: [] }),
  });
  await user.click(press('Delete'));
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce());
  expect(callsOf('bulk.delete')).toEqual([{ kind: 'application', ids: ['a1'], cascade: false }]);
  expect(screen.getByText('Deleted Shop.')).toBeTruthy();
  await user.click(press('Undo'));
  expect(await screen.findByText('Restored.')).toBeTruthy();
  expect(callsOf('changes.undo')).toEqual([{ changeSetId: 's1' }]);
});

it('lists what is deleted too and what loses a link before it deletes anything', async () => {
  let attempts = 0;
  const { user, callsOf, onDeleted } = show({
    'bulk.delete': () => {
      if (attempts++ === 0) throw inUse(40);
      return { changeSetId: 's1' };
    },
  });
  await user.click(press('Delete'));
  expect(await screen.findByText('Deleted too (2)')).toBeTruthy();
  expect(screen.getByText('Loses its link (1)')).toBeTruthy();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'web component',
    'web → db (Reads) dependency',
    'closing process',
  ]);
  expect(screen.getByText('The first 3 of 40 are listed.')).toBeTruthy();
  expect(onDeleted).not.toHaveBeenCalled();
  await user.click(press('Delete all of this'));
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce());
  expect(callsOf('bulk.delete')).toMatchObject([{ cascade: false }, { cascade: true }]);
});

it('does not claim that nothing happened if no answer came', async () => {
  const { user, onDeleted } = show({
    'bulk.delete': () => {
      throw noAnswer();
    },
  });
  await user.click(press('Delete'));
  const note = await screen.findByRole('alert', { name: 'No clear answer from the server' });
  expect(note.textContent).toContain('It may have been deleted anyway');
  expect(onDeleted).not.toHaveBeenCalled();
});

it('says that nothing was deleted if the deletion is refused', async () => {
  const { user } = show({
    'bulk.delete': () => {
      throw refusal('role_missing', 'This needs the Editor role.');
    },
  });
  await user.click(press('Delete'));
  expect(await screen.findByRole('alert', { name: 'This was not deleted' })).toBeTruthy();
});

it('has its focus on Cancel at first, so that Enter deletes nothing', async () => {
  const { user, callsOf, onClose } = show({});
  await waitFor(() => expect(document.activeElement).toBe(press('Cancel')));
  await user.keyboard('{Enter}');
  expect(onClose).toHaveBeenCalledOnce();
  expect(callsOf('bulk.delete')).toEqual([]);
});
