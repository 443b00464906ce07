/** The files that are compared, and what the worker says of each. All are read again whenever one comes or goes, since files may include each other. */
'use client';

import { useEffect, useReducer, useRef } from 'react';
import type { ComparerAnswer, ComparerQuestion, ReadFacts, ReadFault } from '@/client/manifest/comparer';
import type { SourceComparison } from '@/sources/compare/compareSources';
import { labelled, type LabelledFile } from './labelledFiles';

export type FileState = { at: 'waiting' } | { at: 'reading' } | { at: 'read'; facts: ReadFacts } | { at: 'failed'; fault: ReadFault };

export interface ComparedFile extends LabelledFile {
  state: FileState;
}

interface State {
  files: readonly ComparedFile[];
  comparison: SourceComparison | null;
  /** By technicalName of a component, what people call it. */
  names: ReadonlyMap<string, string>;
  isWorking: boolean;
  /** The worker itself has failed. */
  problem: string | null;
}

type Action = { files: readonly LabelledFile[] } | { answer: ComparerAnswer } | { problem: string };

const NOTHING: State = { files: [], comparison: null, names: new Map(), isWorking: false, problem: null };
const WAITING: FileState = { at: 'waiting' };

export interface Comparing extends State {
  add(files: readonly File[]): void;
  remove(label: string): void;
  /** Ends the reading and leaves out the files that are not read yet. */
  cancel(): void;
}

export function useComparison(): Comparing {
  const [state, dispatch] = useReducer(reduced, NOTHING);
  const worker = useRef<Worker | null>(null);
  const end = (): void => {
    worker.current?.terminate();
    worker.current = null;
  };
  useEffect(() => end, []);

  const readAll = (files: readonly LabelledFile[]): void => {
    end();
    dispatch({ files });
    if (files.length === 0) return;
    const own = new Worker(new URL('../../../client/manifest/compareWorker.ts', import.meta.url), { type: 'module' });
    worker.current = own;
    own.onmessage = ({ data }: MessageEvent<ComparerAnswer>) => {
      if (worker.current === own) dispatch({ answer: data });
    };
    own.onerror = () => {
      if (worker.current !== own) return;
      end();
      dispatch({ problem: 'These files could not be compared. Use faultline compare on the command line.' });
    };
    own.postMessage({ files: files.map(({ label, file }) => ({ label, file })) } satisfies ComparerQuestion);
  };
  return {
    ...state,
    add: (files) => files.length > 0 && readAll(labelled([...state.files, ...files.map((file) => ({ file }))])),
    remove: (label) => readAll(state.files.filter((one) => one.label !== label)),
    cancel: () => readAll(state.files.filter(({ state: { at } }) => at === 'read' || at === 'failed')),
  };
}

function reduced(state: State, action: Action): State {
  if ('problem' in action) return { ...state, isWorking: false, problem: action.problem };
  if ('files' in action)
    return { ...NOTHING, files: action.files.map((one) => ({ ...one, state: WAITING })), isWorking: action.files.length > 0 };
  const { answer } = action;
  if ('comparison' in answer) return { ...state, comparison: answer.comparison, names: answer.names, isWorking: false };
  const [label, now] = stateIn(answer);
  return { ...state, files: state.files.map((one) => (one.label === label ? { ...one, state: now } : one)) };
}

function stateIn(answer: Exclude<ComparerAnswer, { comparison: unknown }>): [label: string, now: FileState] {
  if ('reading' in answer) return [answer.reading, { at: 'reading' }];
  if ('failed' in answer) return [answer.failed, { at: 'failed', fault: answer.fault }];
  return [answer.read, { at: 'read', facts: answer.facts }];
}
