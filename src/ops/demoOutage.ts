/** `npm run demo:outage`: lets the demo's database fail and recover, over REST like any monitoring system, and tells what follows from it. */

export interface DemoAccess {
  /** `http://localhost:3000` */
  address: string;
  tenantId: string;
  key: string;
}

export interface OutagePlay {
  access: DemoAccess;
  /** How long each scene is to be looked at. */
  sceneSeconds: number;
  fetch: typeof globalThis.fetch;
  wait: (milliseconds: number) => Promise<void>;
  say: (line: string) => void;
}

interface Report {
  component: string;
  state: 'Healthy' | 'Warning' | 'Degraded' | 'Outage';
  message: string;
}

interface Scene {
  title: string;
  reports: readonly Report[];
}

const SCENES: readonly Scene[] = [
  {
    title: 'The database runs short of connections',
    reports: [{ component: 'astronomy-db', state: 'Warning', message: '92 of 100 connections in use' }],
  },
  { title: 'The database is down', reports: [{ component: 'astronomy-db', state: 'Outage', message: 'Connection refused' }] },
  {
    title: 'What depends on it follows',
    reports: [
      { component: 'product-catalog', state: 'Outage', message: 'Every request fails: no database' },
      { component: 'accounting', state: 'Degraded', message: 'Orders wait to be booked' },
    ],
  },
];

const RECOVERY: Scene = {
  title: 'The database is back, and all that depends on it',
  reports: ['astronomy-db', 'product-catalog', 'accounting'].map((component) => ({ component, state: 'Healthy', message: 'Works again' })),
};

interface Snapshot {
  version: number;
  pendingSignals: number;
  unhealthy: { technicalName: string; state: string }[];
  impacted: unknown[];
  applications: { name: string }[];
  capabilities: { name: string }[];
  audiences: { name: string }[];
  openIncidents: unknown[];
}

interface IncidentList {
  items: { number: number; state: string; severity: string; cause: string; symptoms: string[] }[];
}

/** Plays the outage and its end. The end is played in any case, also when something fails on the way. Throws an Error in plain words. */
export async function playOutage(play: OutagePlay): Promise<void> {
  try {
    for (const scene of SCENES) {
      await showScene(play, scene);
      await play.wait(play.sceneSeconds * 1_000);
    }
  } finally {
    await showScene(play, RECOVERY);
  }
  play.say('The incident resolves by itself once it has stayed quiet for as long as the settings say (5 minutes, unless changed).');
}

async function showScene(play: OutagePlay, { title, reports }: Scene): Promise<void> {
  play.say(`\n${title}`);
  await ask(play, 'POST', '/health-signals', { signals: reports.map((report) => ({ ...report, source: 'demo:outage' })) });
  for (const { component, state, message } of reports) play.say(`  ${component} reports ${state}: ${message}`);
  const snapshot = await settled(play);
  const incidents = (await ask(play, 'GET', '/incidents?state=Open,Acknowledged,Monitoring&limit=5')) as IncidentList;
  for (const line of consequences(snapshot, incidents)) play.say(`  → ${line}`);
}

/** The snapshot once no signal waits any more. */
async function settled(play: OutagePlay): Promise<Snapshot> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const snapshot = (await ask(play, 'GET', '/impact/snapshot')) as Snapshot;
    if (snapshot.pendingSignals === 0) return snapshot;
    await play.wait(100);
  }
  throw new Error('The signals were taken in but not worked through within 30 seconds. Does the scheduler run (npm start)?');
}

function consequences({ impacted, applications, capabilities, audiences }: Snapshot, { items }: IncidentList): string[] {
  const names = (list: readonly { name: string }[]): string => (list.length === 0 ? '' : ` (${list.map(({ name }) => name).join(', ')})`);
  const hit = [
    `components: ${impacted.length}`,
    `applications: ${applications.length}${names(applications)}`,
    `capabilities: ${capabilities.length}${names(capabilities)}`,
    `audiences: ${audiences.length}${names(audiences)}`,
  ];
  return [
    ...(impacted.length === 0 ? ['nothing is impacted'] : [`impacted ${hit.join(', ')}`]),
    ...items.map(
      ({ number, state, severity, cause, symptoms }) =>
        `incident ${number} is ${state}: ${cause}, ${severity}${symptoms.length === 0 ? '' : `; symptoms: ${symptoms.join(', ')}`}`,
    ),
  ];
}

async function ask({ access, fetch }: OutagePlay, method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${access.key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  const answer = await fetch(`${access.address}/api/${access.tenantId}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text);
}
