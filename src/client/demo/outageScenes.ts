/** The demo's outage, scene by scene: what its components report. The last scene is the recovery. */
import type { HealthSignalInput } from '@/contract/healthSignals';

export interface Scene {
  title: string;
  signals: readonly HealthSignalInput[];
}

/** How long each scene lasts, in milliseconds. */
export const SCENE_MS = 10_000;

const FAILING = ['astronomy-db', 'product-catalog', 'recommendation'];

export const SCENES: readonly Scene[] = [
  {
    title: 'The database is running out of connections',
    signals: [{ component: 'astronomy-db', state: 'Warning', message: '92 of 100 connections in use' }],
  },
  { title: 'The database is down', signals: [{ component: 'astronomy-db', state: 'Outage', message: 'Connection refused' }] },
  {
    title: 'Everything that depends on it follows',
    signals: [
      { component: 'product-catalog', state: 'Outage', message: 'Every request fails: no database connection' },
      { component: 'recommendation', state: 'Degraded', message: 'Nothing to recommend: no products' },
    ],
  },
  {
    title: 'The database is back',
    signals: FAILING.map((component) => ({ component, state: 'Healthy', message: 'Working again' })),
  },
];

export const RECOVERY = SCENES.length - 1;
