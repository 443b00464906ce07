/**
 * Every answer describes a moment between its question and its arrival: it misses nothing that any replica had acknowledged before the question, and it
 * is no older than an answer that some client already had. The checker reads the version of each change from the change log, so it trusts no answer about that.
 */
import { changeFinder } from './checkWrites';
import type { ClientHistory, Ending, EntityRead } from './history';
import type { Violation } from './violation';

export function checkFreshness(history: ClientHistory, ending: Ending): Violation[] {
  return [...checkVersionReads(history, ending), ...checkEntityReads(history, ending)];
}

/** Tells the highest version that any client knew of before a given moment. */
class KnownVersions {
  private readonly times: number[] = [];
  private readonly highest: number[] = [];

  constructor(known: readonly { at: number; version: number }[]) {
    let highest = 0;
    for (const { at, version } of [...known].sort((left, right) => left.at - right.at)) {
      highest = Math.max(highest, version);
      this.times.push(at);
      this.highest.push(highest);
    }
  }

  before(moment: number): number {
    let [low, high] = [0, this.times.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.times[middle] ?? 0) < moment) low = middle + 1;
      else high = middle;
    }
    return this.highest[low - 1] ?? 0;
  }
}

function acknowledgedVersions({ writes }: ClientHistory, { changes }: Ending): { at: number; version: number; entityId: string }[] {
  const changesOf = changeFinder(changes);
  return writes.flatMap((write) => {
    const [change] = write.result === 'acknowledged' ? changesOf(write) : [];
    if (write.answeredAt === null || change === undefined || change.landscapeVersion === null) return [];
    return [{ at: write.answeredAt, version: change.landscapeVersion, entityId: change.entityId }];
  });
}

function checkVersionReads(history: ClientHistory, ending: Ending): Violation[] {
  const acknowledged = new KnownVersions(acknowledgedVersions(history, ending));
  const read = new KnownVersions(
    history.versionReads.map(({ answeredAt, landscapeVersion }) => ({ at: answeredAt, version: landscapeVersion })),
  );
  const found: Violation[] = [];
  for (const { askedAt, replica, landscapeVersion } of history.versionReads) {
    const [known, seen] = [acknowledged.before(askedAt), read.before(askedAt)];
    const answer = `replica ${replica} answered for version ${landscapeVersion}`;
    if (landscapeVersion < known) found.push({ promise: 'fresh', detail: `${answer}, after version ${known} was acknowledged` });
    else if (landscapeVersion < seen) found.push({ promise: 'fresh', detail: `${answer}, after a client had seen version ${seen}` });
    if (landscapeVersion > ending.landscapeVersion)
      found.push({ promise: 'fresh', detail: `${answer}, but the last version is ${ending.landscapeVersion}` });
  }
  return found;
}

/** One state of an entity; `description` is null once it is deleted. */
interface State {
  version: number;
  description: string | null;
  /** When a client asked for the change: nobody can have read this state before. */
  askedAt: number;
}

function statesOf({ writes }: ClientHistory, { changes }: Ending): Map<string, State[]> {
  const changesOf = changeFinder(changes);
  const asked = new Map(writes.flatMap((write) => changesOf(write).map((change) => [change, write.askedAt] as const)));
  const states = new Map<string, State[]>();
  for (const change of changes) {
    const { op, entityId, description, landscapeVersion: version } = change;
    if (version === null || (op === 'update' && description === null)) continue;
    const state = { version, description: op === 'delete' ? null : description, askedAt: asked.get(change) ?? 0 };
    states.set(entityId, [...(states.get(entityId) ?? []), state]);
  }
  return states;
}

function checkEntityReads(history: ClientHistory, ending: Ending): Violation[] {
  const states = statesOf(history, ending);
  const acknowledged = new Map<string, { at: number; version: number }[]>();
  for (const { entityId, ...known } of acknowledgedVersions(history, ending))
    acknowledged.set(entityId, [...(acknowledged.get(entityId) ?? []), known]);
  const knownOf = new Map([...acknowledged].map(([entityId, known]) => [entityId, new KnownVersions(known)]));
  return history.entityReads.flatMap((read) => {
    const detail = staleness(read, states.get(read.entityId) ?? [], knownOf.get(read.entityId)?.before(read.askedAt) ?? 0);
    return detail === null ? [] : [{ promise: 'fresh' as const, detail: `replica ${read.replica} ${detail}` }];
  });
}

function staleness({ entityId, description, answeredAt }: EntityRead, states: readonly State[], known: number): string | null {
  const shown = states.filter((state) => state.description === description && state.askedAt < answeredAt);
  const answered = description === null ? 'did not find' : `answered "${description}" for`;
  // Nobody finds an entity before its creation.
  if (shown.length === 0 && description === null && known === 0) return null;
  if (shown.length === 0) return `${answered} ${entityId}, a state that it did not have by then`;
  const newest = Math.max(...shown.map(({ version }) => version));
  const due = states.filter(({ version }) => version <= known).sort((left, right) => right.version - left.version)[0];
  if (due === undefined || newest >= due.version) return null;
  return `${answered} ${entityId}, after version ${due.version} made it "${due.description ?? 'deleted'}"`;
}
