import { fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, it, vi } from 'vitest';
import type { Core } from '@/canvas/draw/createCore';
import type { CanvasNode } from '@/canvas/model/picture';
import { useAreaSelection } from './useAreaSelection';

const row = (id: string, x: number): CanvasNode => ({ id, layer: 'row', box: { x, y: 0, width: 20, height: 20 }, label: id, classes: [] });
const NODES = [row('near', 0), row('middle', 100), row('far', 500)];

/** Stands where the canvas would be: not moved, and 600 × 400 pixels large. */
const core = {
  zoom: () => 1,
  pan: () => ({ x: 0, y: 0 }),
  width: () => 600,
  height: () => 400,
  container: () => null,
} as unknown as Core;

interface Props {
  drawn: Core | null;
  waiting: ((drawing: Core) => void)[];
  onChosen(ids: readonly string[]): void;
}

function Drawing({ drawn, waiting, onChosen }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const whenAwake = (act: (drawing: Core) => void): void => void (drawn === null ? waiting.push(act) : act(drawn));
  const choice = { isOn: false, onSwitch: vi.fn(), wordsFor: () => '', onChosen };
  const { inside, pointer, onKey } = useAreaSelection({ core: drawn, whenAwake }, frame, NODES, choice);
  return (
    <div ref={frame} role="application" tabIndex={0} {...pointer} onKeyDown={(event) => void onKey(event)}>
      {inside.join(' ')}
    </div>
  );
}

function drawn(canvas: Core | null) {
  const onChosen = vi.fn();
  const waiting: Props['waiting'] = [];
  render(<Drawing drawn={canvas} waiting={waiting} onChosen={onChosen} />);
  const frame = screen.getByRole('application');
  frame.setPointerCapture = vi.fn();
  const at = (x: number, y: number) => ({ clientX: x, clientY: y, button: 0, isPrimary: true, shiftKey: true });
  return {
    onChosen,
    waiting,
    frame,
    press: (x: number, y: number) => fireEvent.pointerDown(frame, at(x, y)),
    move: (x: number, y: number) => fireEvent.pointerMove(frame, at(x, y)),
    release: (x: number, y: number) => fireEvent.pointerUp(frame, at(x, y)),
  };
}

it('chooses what is in the frame that is drawn with Shift', () => {
  const { press, move, release, frame, onChosen } = drawn(core);
  press(0, 0);
  move(200, 50);
  expect(frame.textContent).toBe('near middle');
  release(50, 50);
  expect(onChosen.mock.calls).toEqual([[['near']]]);
  expect(frame.textContent).toBe('');
});

it('keeps a frame that is drawn before the canvas is there, and chooses once it is', () => {
  const { press, move, release, onChosen, waiting } = drawn(null);
  press(0, 0);
  move(100, 50);
  release(200, 50);
  expect(onChosen).not.toHaveBeenCalled();
  expect(waiting).toHaveLength(1);
  waiting[0]?.(core);
  expect(onChosen.mock.calls).toEqual([[['near', 'middle']]]);
});

it('chooses nothing by a press that hardly moves, nor after Escape', () => {
  const { press, move, release, frame, onChosen, waiting } = drawn(core);
  press(10, 10);
  release(12, 12);
  press(0, 0);
  move(200, 50);
  fireEvent.keyDown(frame, { key: 'Escape' });
  expect(frame.textContent).toBe('');
  release(200, 50);
  expect([onChosen.mock.calls, waiting]).toEqual([[], []]);
});
