/** What is typed or pressed before a page's code has loaded also counts if its code renders that part from scratch. */
import { Script } from 'node:vm';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { PATIENT } from '@/test/patience';
import { KEEP_EARLY_INPUT, takeEarlyInput } from './earlyInput';

afterEach(() => {
  takeEarlyInput();
  document.body.replaceChildren();
});

/** What the server wrote, and the browser shows until the page's code takes over. */
function written(html: string): HTMLElement {
  const place = document.createElement('div');
  place.innerHTML = html;
  document.body.append(place);
  new Script(KEEP_EARLY_INPUT).runInThisContext();
  return place;
}

function Search() {
  const [text, setText] = useState('');
  return <input aria-label="What fails" value={text} onChange={(event) => setText(event.currentTarget.value)} />;
}

it('a field that is rendered from scratch has the text and the cursor, and its code knows it', async () => {
  const place = written('<input aria-label="What fails">');
  const early = place.querySelector('input')!;
  early.focus();
  fireEvent.input(early, { target: { value: 'valkey' } });
  early.setSelectionRange(2, 2);
  place.remove();
  render(<Search />);
  takeEarlyInput();
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'What fails' });
  await vi.waitFor(() => expect(field.selectionStart).toBe(2), PATIENT);
  expect([field.value, document.activeElement]).toEqual(['valkey', field]);
});

it('a button that is rendered from scratch is pressed, and nothing that is called otherwise', async () => {
  const place = written('<button>Save</button>');
  place.querySelector('button')!.click();
  place.remove();
  const [save, other] = [vi.fn(), vi.fn()];
  render(
    <>
      <button onClick={other}>Delete</button>
      <button onClick={save}>Save</button>
    </>,
  );
  takeEarlyInput();
  await vi.waitFor(() => expect(save).toHaveBeenCalledTimes(1), PATIENT);
  expect(other).not.toHaveBeenCalled();
});

it.each([
  ['buttons', '<button>Delete</button>', <button key="it">Delete</button>],
  ['radio buttons', '<input type="radio" name="role" value="admin">', <input key="it" type="radio" name="role" value="viewer" />],
])('of several %s that are called the same, none is pressed', async (_what, html, alike) => {
  const place = written(html);
  place.querySelector<HTMLElement>('button, input')!.click();
  place.remove();
  const pressed = vi.fn();
  render(
    <div onClick={pressed}>
      {alike}
      <span>{alike}</span>
      <button>Save</button>
    </div>,
  );
  takeEarlyInput();
  // Presses are repeated a moment later.
  await new Promise((resolve) => setTimeout(resolve));
  expect(pressed).not.toHaveBeenCalled();
});
