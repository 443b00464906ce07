/** One figure of the trend as a small line. Readers of screens get its words, and every day in the table of the trend. */
import { useId, type ReactNode } from 'react';
import type { TrendFigure } from './trendFigures';
import { dayWords, trendLine } from './trendLine';
import classes from './Trend.module.css';

const WIDTH = 300;
const HEIGHT = 56;
/** Room for the width of the line. */
const EDGE = 3;

export function TrendChart({ figure, children }: { figure: TrendFigure; children?: ReactNode }) {
  const { title, now, note, change, readings, written } = figure;
  const id = useId();
  const { runs, top } = trendLine(readings);
  const [first, last] = [readings[0], readings.at(-1)];
  const isDrawn = runs.some((run) => run.length > 1);
  return (
    <section className={classes.figure} aria-labelledby={id}>
      <h3 className={classes.title} id={id}>
        {title}
      </h3>
      <p className={classes.now}>
        <strong>{now}</strong>
        {change !== null && <span className={classes.change}>{change}</span>}
      </p>
      {isDrawn && first !== undefined && last !== undefined && (
        <div aria-hidden="true">
          <svg className={classes.chart} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
            <path className={classes.ground} d={`M0 ${HEIGHT - EDGE}H${WIDTH}`} />
            {runs.map((run) => (
              <path key={run[0]?.x} className={classes.line} d={pathOf(run)} />
            ))}
          </svg>
          <div className={classes.ends}>
            <span>{dayWords(first.day)}</span>
            <span>from 0 to {written(top)}</span>
            <span>{dayWords(last.day)}</span>
          </div>
        </div>
      )}
      <p className={classes.note}>{note}</p>
      {children}
    </section>
  );
}

/** A run of one day is a dot: a line of no length with round ends. */
function pathOf(run: readonly { x: number; y: number }[]): string {
  const at = ({ x, y }: { x: number; y: number }): string =>
    `${(EDGE + x * (WIDTH - 2 * EDGE)).toFixed(1)} ${(HEIGHT - EDGE - y * (HEIGHT - 2 * EDGE)).toFixed(1)}`;
  return `M${run.map(at).join('L')}${run.length === 1 ? 'h0' : ''}`;
}
