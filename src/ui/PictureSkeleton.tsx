/** A placeholder for a picture, in its outlines, while it loads. */
'use client';

import classes from './PictureSkeleton.module.css';

type Shape = 'boxes' | 'rings';

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

const RADII = [80, 160, 240] as const;
/** Ring, and angle in degrees. */
const DOTS = [
  [0, 40],
  [0, 215],
  [1, 100],
  [1, 310],
  [1, 190],
  [2, 20],
  [2, 150],
  [2, 255],
] as const;

function Rings() {
  return (
    <svg viewBox="-280 -280 560 560" className={classes.outlines} aria-hidden="true">
      {RADII.map((radius) => (
        <circle key={radius} className={classes.line} r={radius} />
      ))}
      <circle className={classes.bar} r={18} />
      {DOTS.map(([ring, angle]) => {
        const radians = (angle * Math.PI) / 180;
        return (
          <circle
            key={`${ring} ${angle}`}
            className={classes.bar}
            cx={Math.round(RADII[ring] * Math.cos(radians))}
            cy={Math.round(RADII[ring] * Math.sin(radians))}
            r={12}
          />
        );
      })}
    </svg>
  );
}

export function PictureSkeleton({ shape, label }: { shape: Shape; label: string }) {
  return (
    <div className={classes.frame} role="status" aria-label={label}>
      {shape === 'boxes' ? <Boxes /> : <Rings />}
    </div>
  );
}
