/** Lies over a picture while it is being made. */
import { Loader } from '@mantine/core';
import classes from './overlay.module.css';

export function GraphBusy({ children }: { children: string }) {
  return (
    <div className={classes.busy} role="status">
      <Loader size="sm" />
      {children}
    </div>
  );
}
