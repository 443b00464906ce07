/** Reads over REST, page by page, what is stored at the end of a trial. */
import type { Clients } from './clients';
import type { Ending, FinalEntity, FinalIncident, FinalSignal, LoggedChange } from './history';

type ListedIncident = Omit<FinalIncident, 'causeChanges'>;

interface IncidentDetail {
  timeline: { at: string; kind: string; facts: { from?: string } }[];
}

interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

interface ChangeRow {
  changeSetId: string;
  landscapeVersion: number | null;
  op: string;
  kind: string;
  entityId: string;
  technicalName: string;
  fields: { field: string; to?: unknown }[];
}

const TRIES = 20;

async function read<Body>(clients: Clients, path: string): Promise<Body> {
  for (let left = TRIES; ; left--) {
    const { answer } = await clients.ask(clients.anyTarget(), { method: 'GET', path });
    if (answer?.status === 200) return answer.body as Body;
    if (left === 0) throw new Error(`GET ${path} answered ${answer?.status ?? 'nothing'} ${TRIES} times.`);
  }
}

async function readAll<Item>(clients: Clients, path: string): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const next: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: Page<Item> = await read<Page<Item>>(clients, `${path}?limit=200${next}`);
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return items;
}

/** The number of signals and webhook deliveries that are still pending. */
export async function workLeft(clients: Clients): Promise<number> {
  const { pendingSignals } = await read<{ pendingSignals: number }>(clients, '/impact/snapshot');
  const { total } = await read<{ total: number }>(clients, '/webhook-deliveries?status=Pending,Retrying&limit=1');
  return pendingSignals + total;
}

/** Whether this component's signal history contains a signal with this message. */
export async function isHandled(clients: Clients, component: string, message: string): Promise<boolean> {
  const { answer } = await clients.ask(clients.anyTarget(), { method: 'GET', path: `/health-signals?component=${component}&limit=20` });
  return answer?.status === 200 && (answer.body as Page<FinalSignal>).items.some((signal) => signal.message === message);
}

export async function readEnding(clients: Clients): Promise<Omit<Ending, 'feed' | 'deliveries' | 'endedByThemselves'>> {
  const changes = await readAll<ChangeRow>(clients, '/changes');
  const [entities, signals, incidents] = [
    await readAll<FinalEntity>(clients, '/components'),
    await readAll<FinalSignal>(clients, '/health-signals'),
    await readIncidents(clients),
  ];
  const { landscapeVersion } = await read<{ landscapeVersion: number }>(clients, '/tenant');
  const { unhealthy } = await read<Pick<Ending, 'unhealthy'>>(clients, '/impact/snapshot');
  return { landscapeVersion, changes: changes.map(loggedChange), entities, signals, unhealthy, incidents };
}

/** All incidents, with their former causes where the cause can have changed. */
async function readIncidents(clients: Clients): Promise<FinalIncident[]> {
  const linked = new Set(clients.tenancy.linked);
  const incidents: FinalIncident[] = [];
  for (const incident of await readAll<ListedIncident>(clients, '/incidents')) {
    const { timeline } = linked.has(incident.cause) ? await read<IncidentDetail>(clients, `/incidents/${incident.id}`) : { timeline: [] };
    const changed = timeline.filter(({ kind }) => kind === 'CauseChanged');
    incidents.push({ ...incident, causeChanges: changed.map(({ at, facts }) => ({ at, from: facts.from ?? '' })) });
  }
  return incidents;
}

function loggedChange({ fields, changeSetId, landscapeVersion, op, kind, entityId, technicalName }: ChangeRow): LoggedChange {
  const described = fields.find(({ field }) => field === 'description')?.to;
  const description = typeof described === 'string' ? described : null;
  return { changeSetId, landscapeVersion, op, kind, entityId, technicalName, description };
}
