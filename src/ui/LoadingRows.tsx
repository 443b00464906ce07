/** A placeholder for a list or table while it loads, as tall as its first rows. */
import { Skeleton } from '@mantine/core';
import classes from './LoadingRows.module.css';

/** Rows of equal length would look like a solid block. */
const LENGTHS = ['46%', '62%', '38%', '54%', '70%'] as const;

export function LoadingRows({ label, rows = 5 }: { label: string; rows?: number }) {
  return (
    <div role="status" aria-label={label} className={classes.frame}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={classes.row}>
          <Skeleton height={10} width={LENGTHS[index % LENGTHS.length] ?? '50%'} />
          <Skeleton height={10} width="60%" />
          <Skeleton height={10} width={LENGTHS[(index + 2) % LENGTHS.length] ?? '50%'} />
          <Skeleton height={10} width="40%" />
        </div>
      ))}
    </div>
  );
}
