/** What the worker does that reads dropped files, as messages: files come in, what was seen goes out, then answers come in and a manifest goes out. */
import type { Observed } from '@/domain/observe/observed';
import type { CustomerAnswer } from '@/sources/customerAnswers';
import { observedManifest, type ModeCounts } from '@/sources/observedManifest';
import { observeFiles } from './observeFiles';
import type { ReadSoFar } from './seenSoFar';

export type ObserverQuestion = { files: File[] } | { answers: CustomerAnswer[] };

export interface Seen {
  /** What sends or counts itself, by technicalName. */
  services: { technicalName: string; isCalledFromOutside: boolean }[];
  components: number;
  dependencies: number;
  modes: ModeCounts;
  /** In words: what was left out and why, and what to do about it. */
  left: string[];
  advice: string[];
}

export type ObserverAnswer = { read: ReadSoFar } | { seen: Seen } | { text: string } | { problem: string };

/** Returns what answers one message after the other through `send`. */
export function openObserver(send: (answer: ObserverAnswer) => void): (question: ObserverQuestion) => Promise<void> {
  let observed: Observed | null = null;
  const proposal = (answers: readonly CustomerAnswer[]) =>
    observedManifest(observed!, { name: NAMES[observed!.unit], groupBy: 'service', answers });
  return async (question) => {
    try {
      if ('files' in question) {
        observed = await observeFiles(question.files, (read) => send({ read }));
        const { services, modes, report, advice, collector } = proposal([]);
        send({
          seen: {
            ...{ services, modes },
            components: observed.nodes.length,
            dependencies: observed.edges.length,
            left: report.map(({ message }) => message),
            advice: collector === null ? advice : [...advice, collector],
          },
        });
      } else {
        const { text, report } = proposal(question.answers);
        send({
          text: report.map(({ type, message }) => `# ${type === 'notMapped' ? 'left out' : 'decided'}: ${message}\n`).join('') + text,
        });
      }
    } catch (error) {
      send({ problem: error instanceof Error ? error.message : String(error) });
    }
  };
}

/** As the command line names the same. */
const NAMES = { span: 'observed-otlp', series: 'observed-prometheus', flow: 'observed-hubble', link: 'observed-jaeger' } as const;
