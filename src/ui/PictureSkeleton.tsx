/** A placeholder for a picture, in its outlines, while it loads. */
'use client';

import classes from './PictureSkeleton.module.css';

/** Left, top and number of rows: a few typical groups. */
const BOXES = [
  [40, 230, 1],
  [250, 60, 2],
  [290, 300, 3],
  [560, 150, 3],
  [600, 420, 2],
  [850, 60, 1],
  [830, 280, 4],
] as const;
const JOINS = [
  [0, 2],
  [1, 2],
  [1, 3],
  [2, 4],
  [2, 3],
  [3, 6],
  [4, 6],
  [3, 5],
] as const;
const WIDTH = 190;
const ROW = 34;

function heightOf(rows: number): number {
  return 40 + rows * ROW;
}

function middleOf(index: number): { x: number; y: number } {
  const [left, top, rows] = BOXES[index] ?? BOXES[0];
  return { x: left + WIDTH / 2, y: top + heightOf(rows) / 2 };
}

function Boxes() {
  return (
    <svg viewBox="0 0 1060 560" className={classes.outlines} aria-hidden="true">
      {JOINS.map(([from, to]) => (
        <line
          key={`${from} ${to}`}
          className={classes.line}
          x1={middleOf(from).x}
          y1={middleOf(from).y}
          x2={middleOf(to).x}
          y2={middleOf(to).y}
        />
      ))}
      {BOXES.map(([left, top, rows]) => (
        <g key={`${left} ${top}`}>
          <rect className={classes.box} x={left} y={top} width={WIDTH} height={heightOf(rows)} rx={8} />
          <rect className={classes.bar} x={left + 60} y={top + 13} width={70} height={7} rx={3.5} />
          {Array.from({ length: rows }, (_, row) => (
            <rect
              key={row}
              className={classes.bar}
              x={left + 22 + (row % 2) * 16}
              y={top + 33 + row * ROW}
              width={130 - (row % 3) * 18}
              height={22}
              rx={5}
            />
          ))}
        </g>
      ))}
    </svg>
  );
}

export function PictureSkeleton({ label }: { label: string }) {
  return (
    <div className={classes.frame} role="status" aria-label={label}>
      <Boxes />
    </div>
  );
}
