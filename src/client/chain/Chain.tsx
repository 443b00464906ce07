/**
 * A picture of how a failure spreads along one way: what fails, and after it each thing that it reaches, with the dependency between them. A list
 * for those who hear it.
 */
import type { ReactNode } from 'react';
import { StateShape } from '@/client/symbols/StateMark';
import type { DependencyMode, HealthState } from '@/domain/vocabulary';
import { ChainLine } from './ChainLine';
import classes from './Chain.module.css';

export interface ChainLink {
  key: string;
  /** How it comes from the one before to this one; absent at the start. */
  by?: {
    /** Decides the line; null if it is no single dependency. */
    mode: DependencyMode | null;
    /** For example `calls · Hard, required`. */
    words: string;
    /** Whether it passes the failure on, and in words. */
    passes: boolean;
    outcome: string;
  };
  icon: ReactNode;
  /** Its name, usually as a link. */
  name: ReactNode;
  state: HealthState;
  /** Below the name, such as its kind. */
  detail?: ReactNode;
}

/** Cards of a chain this short become narrower rather than wrap. */
const MOST_IN_A_ROW = 2;

export function Chain({ label, links }: { label: string; links: readonly ChainLink[] }) {
  return (
    <ol className={classes.chain} aria-label={label} data-short={links.length <= MOST_IN_A_ROW}>
      {links.map(({ key, by, icon, name, state, detail }) => (
        <li key={key} className={classes.link}>
          {by !== undefined && <Step {...by} />}
          <div className={classes.card} data-state={state} style={{ '--own': `var(--state-${state})` } as React.CSSProperties}>
            <span className={classes.name}>
              {icon}
              <span>{name}</span>
            </span>
            {detail !== undefined && <span className={classes.detail}>{detail}</span>}
            <span className={classes.state}>
              <StateShape state={state} size={12} />
              {state}
            </span>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** The line and what it says. */
function Step({ mode, words, passes, outcome }: NonNullable<ChainLink['by']>) {
  return (
    <span className={classes.step}>
      <span className={classes.words}>{words}</span>
      <ChainLine mode={mode} passes={passes} className={classes.line} />
      <span className={classes.words}>{outcome}</span>
    </span>
  );
}
