/** Checks the text while it is written: after a pause in typing, in a worker. A newer text cancels the check of an older one. */
'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import type { CheckAnswer } from './checkWorker';

export type Check = { state: 'none' | 'running' | 'tooLong' } | ({ state: 'done' } & CheckAnswer);

const PAUSE_MS = 350;
const DEADLINE_MS = 15_000;

function askWorker(worker: Worker, text: string, onAnswer: (answer: CheckAnswer) => void): void {
  worker.onmessage = ({ data }: MessageEvent<CheckAnswer>) => onAnswer(data);
  worker.postMessage(text);
}

/** `onResult` is called for each check that finished. */
export function useManifestCheck(onResult: (answer: CheckAnswer) => void): { check: Check; ask(text: () => string): void } {
  const [check, setCheck] = useState<Check>({ state: 'none' });
  const worker = useRef<Worker | null>(null);
  const isBusy = useRef(false);
  const timers = useRef<{ pause?: number; deadline?: number }>({});
  const report = useRef(onResult);
  useEffect(() => {
    report.current = onResult;
  });

  const stop = useCallback(() => {
    window.clearTimeout(timers.current.pause);
    window.clearTimeout(timers.current.deadline);
    if (worker.current !== null) worker.current.onmessage = null;
  }, []);
  /** A worker cannot be interrupted in the middle of a text, only terminated. */
  const end = useCallback(() => {
    stop();
    worker.current?.terminate();
    worker.current = null;
    isBusy.current = false;
  }, [stop]);
  useEffect(() => end, [end]);

  const run = useCallback(
    (text: string): void => {
      if (text.trim() === '') {
        setCheck({ state: 'none' });
        report.current({ issues: [], issuesOmitted: 0 });
        return;
      }
      worker.current ??= new Worker(new URL('./checkWorker.ts', import.meta.url), { type: 'module' });
      timers.current.deadline = window.setTimeout(() => {
        end();
        setCheck({ state: 'tooLong' });
      }, DEADLINE_MS);
      isBusy.current = true;
      askWorker(worker.current, text, (answer) => {
        isBusy.current = false;
        stop();
        setCheck({ state: 'done', ...answer });
        report.current(answer);
      });
    },
    [end, stop],
  );

  const ask = useCallback(
    (text: () => string): void => {
      if (isBusy.current) end();
      else stop();
      setCheck({ state: 'running' });
      timers.current.pause = window.setTimeout(() => run(text()), PAUSE_MS);
    },
    [end, stop, run],
  );
  return { check, ask };
}
