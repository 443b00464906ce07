/** The demo's outage, scene by scene: what its components report, and where to look meanwhile. After the last scene comes the recovery. */
import type { HealthSignalInput } from '@/contract/healthSignals';

export interface Scene {
  /** What has just happened, and where it shows. */
  caption: string;
  /** The page that shows it. */
  page: 'landscape' | 'live-impact' | 'incidents';
  link: string;
  signals: readonly HealthSignalInput[];
}

/** How long each scene lasts, in milliseconds. */
export const SCENE_MS = 30_000;

/** The component whose incident the last scene is about. */
export const CAUSE = 'astronomy-db';
const FAILING = [CAUSE, 'product-catalog', 'recommendation'];

export const SCENES: readonly Scene[] = [
  {
    caption: 'The astronomy database is down. The landscape marks it, and everything that it takes down.',
    page: 'landscape',
    link: 'See the landscape',
    signals: [{ component: CAUSE, state: 'Outage', message: 'Connection refused' }],
  },
  {
    caption: 'What depends on the database fails too. Live impact names the cause, the people affected and what an hour of it costs.',
    page: 'live-impact',
    link: 'See live impact',
    signals: [
      { component: 'product-catalog', state: 'Outage', message: 'Every request fails: no database connection' },
      { component: 'recommendation', state: 'Degraded', message: 'Nothing to recommend: no products' },
    ],
  },
  {
    caption: 'One incident holds the cause and all that it affects: who owns it, where help is, and what happened when.',
    page: 'incidents',
    link: 'See the incident',
    signals: [{ component: CAUSE, state: 'Outage', message: 'Still refusing connections; the standby is taking over' }],
  },
];

export const RECOVERY: readonly HealthSignalInput[] = FAILING.map((component) => ({
  component,
  state: 'Healthy',
  message: 'Working again',
}));
