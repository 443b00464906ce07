/** Reads metrics that say what calls what: from text as exporters expose it, and from answers of Prometheus. All other metrics are dropped. */
import { metricNamed, type Series } from '@/domain/observe/seriesEdges';
import { Lines } from '@/sources/lines';
import { isRecord, valueAt } from '@/sources/proposal/plainJson';
import { withoutPassword } from '@/sources/withoutPassword';

type Unknown = Record<string, unknown>;

const LONGEST_LINE = 65_536;
/** A name, its labels in braces, a value, and perhaps a time. */
const LINE = /^([a-zA-Z_:](?:[\w:]*\w)?)\s*(?:\{(.*)\})?\s+([+-]?(?:[\d.]+(?:e[+-]?\d+)?|inf|nan))(?:\s|$)/i;
const LABEL = /([a-zA-Z_]\w*)\s*=\s*"((?:[^"\\]|\\.)*)"/g;
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', '"': '"', '\\': '\\' };

/** Lines as exporters expose them, chunk by chunk. */
export class MetricLines {
  readonly series: Series[] = [];
  /** Lines that are no metric. */
  unread = 0;
  /** Lines that are one, of any name. */
  metrics = 0;
  private readonly lines = new Lines(LONGEST_LINE, (line) => this.readLine(line));

  /** The bytes must not change later. */
  push(chunk: Uint8Array): void {
    this.lines.push(chunk);
  }

  /** Call once, after the last chunk. Null if no line is a metric. */
  end(): Series[] | null {
    this.lines.end();
    return this.metrics === 0 && this.unread > 0 ? null : this.series;
  }

  private readLine(line: string | null): void {
    if (line?.startsWith('#') === true) return;
    const [, name = '', labels = '', value = ''] = LINE.exec(line ?? '') ?? [];
    if (name === '') {
      this.unread += 1;
      return;
    }
    this.metrics += 1;
    if (metricNamed(name) !== null) this.series.push({ name, labels: labelsIn(labels), value: Number(value) });
  }
}

function labelsIn(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(LABEL)].map(([, name = '', value = '']) => [
      name,
      withoutPassword(value.replace(/\\(.)/g, (_, code: string) => ESCAPED[code] ?? code)),
    ]),
  );
}

/**
 * The series of an answer of Prometheus' interface to a query or to a list of series. `name` is the metric asked for, where the answer does not
 * repeat it. Null if this is no such answer.
 */
export function seriesInAnswer(answer: unknown, name?: string): Series[] | null {
  const data = valueAt(answer, 'data');
  const list = Array.isArray(data) ? data : valueAt(data, 'result');
  if (!Array.isArray(list)) return null;
  return (list as unknown[]).flatMap((one): Series[] => {
    const metric = isRecord(valueAt(one, 'metric')) || !Array.isArray(data) ? valueAt(one, 'metric') : one;
    const called = name ?? valueAt(metric, '__name__');
    if (!isRecord(metric) || typeof called !== 'string' || metricNamed(called) === null) return [];
    const labels = Object.fromEntries(
      Object.entries(metric).flatMap(([key, text]) => (typeof text === 'string' ? [[key, withoutPassword(text)]] : [])),
    );
    const value = valueOf(one as Unknown);
    return value === null ? [] : [{ name: called, labels, value }];
  });
}

/** Of one moment its value, of a range the increase over it, of a mere name that it is there; null for a value that is none. */
function valueOf({ value, values }: Unknown): number | null {
  if (Array.isArray(value)) return Number(value[1]);
  if (!Array.isArray(values)) return value === undefined && values === undefined ? 1 : null;
  const numbers = (values as unknown[]).map((pair) => Number(Array.isArray(pair) ? pair[1] : Number.NaN));
  // A counter that falls has begun again.
  const increase = numbers.slice(1).reduce((sum, now, at) => sum + (now >= numbers[at]! ? now - numbers[at]! : now), 0);
  return numbers.length < 2 ? (numbers[0] ?? null) : increase;
}
