/** Compares what clients wrote and pushed with what is stored at the end: what was acknowledged must be there once, what was refused not at all. */
import type { ClientHistory, Ending, FinalEntity, LoggedChange, Push, Write } from './history';
import { gapsIn, repeated, type Violation } from './violation';

export function checkWrites(history: ClientHistory, ending: Ending): Violation[] {
  const log = indexLog(ending.changes);
  return [
    ...history.writes.flatMap((write) => checkWrite(write, log)),
    ...checkEntities(ending, log),
    ...checkPushes(history.pushes, ending),
    ...checkVersions(ending),
  ];
}

interface Log {
  creations: Map<string, LoggedChange[]>;
  updates: Map<string, LoggedChange[]>;
  deletions: Map<string, LoggedChange[]>;
}

function indexLog(changes: readonly LoggedChange[]): Log {
  const log: Log = { creations: new Map(), updates: new Map(), deletions: new Map() };
  const add = (into: Map<string, LoggedChange[]>, key: string, change: LoggedChange): void => {
    into.set(key, [...(into.get(key) ?? []), change]);
  };
  for (const change of changes)
    if (change.op === 'create') add(log.creations, change.technicalName, change);
    else if (change.op === 'delete') add(log.deletions, change.entityId, change);
    else if (change.description !== null) add(log.updates, change.description, change);
  return log;
}

/** The logged changes that this write made. */
function changesOf({ op, token, entityId }: Write, log: Log): LoggedChange[] {
  if (op === 'create') return log.creations.get(token) ?? [];
  if (op === 'update') return log.updates.get(token) ?? [];
  return log.deletions.get(entityId ?? '') ?? [];
}

/** Returns a function that finds the logged changes of a write. */
export function changeFinder(changes: readonly LoggedChange[]): (write: Write) => LoggedChange[] {
  const log = indexLog(changes);
  return (write) => changesOf(write, log);
}

function checkWrite(write: Write, log: Log): Violation[] {
  const made = changesOf(write, log);
  const name = `${write.op} ${write.token === '' ? write.entityId : write.token}`;
  const found: Violation[] = [];
  if (write.result === 'acknowledged' && made.length === 0)
    found.push({ promise: 'kept', detail: `${name} was acknowledged by replica ${write.replica}, but is not in the change log` });
  if (made.length > 1) found.push({ promise: 'once', detail: `${name} is in the change log ${made.length} times` });
  // Several clients may ask for the same deletion; only one of them gets an acknowledgement.
  if (write.result === 'refused' && made.length > 0 && write.op !== 'delete')
    found.push({ promise: 'once', detail: `${name} was refused, but took effect` });
  const [first] = made;
  if (write.result === 'acknowledged' && first !== undefined && first.entityId !== write.entityId)
    found.push({ promise: 'kept', detail: `${name} was acknowledged with the id ${write.entityId}, but has the id ${first.entityId}` });
  return found;
}

/** The components at the end must be those that the log says: created and not deleted, with the description that was set last. */
function checkEntities({ entities, changes }: Ending, log: Log): Violation[] {
  const last = lastChanges(changes);
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  const created = [...log.creations.values()].flat().filter(({ kind }) => kind === 'component');
  const wrong = created.flatMap(({ entityId, technicalName }) => {
    const difference = differenceOf(last.get(entityId), byId.get(entityId));
    return difference === null ? [] : [{ promise: 'kept' as const, detail: `${technicalName} ${difference}` }];
  });
  const twice = repeated(entities.map(({ technicalName }) => technicalName));
  return [...wrong, ...twice.map((name) => ({ promise: 'once' as const, detail: `there is more than one component ${name}` }))];
}

/** The last change of each entity that states its description or deletes it. */
function lastChanges(changes: readonly LoggedChange[]): Map<string, LoggedChange> {
  const last = new Map<string, LoggedChange>();
  for (const change of changes) {
    if (change.description === null && change.op === 'update') continue;
    const known = last.get(change.entityId);
    if (known === undefined || (known.landscapeVersion ?? 0) < (change.landscapeVersion ?? 0)) last.set(change.entityId, change);
  }
  return last;
}

function differenceOf(change: LoggedChange | undefined, entity: FinalEntity | undefined): string | null {
  if (change?.op === 'delete') return entity === undefined ? null : 'was deleted, but still exists';
  if (entity === undefined) return 'was created and not deleted, but does not exist';
  const stated = change?.description ?? null;
  return entity.description === stated ? null : `was last set to "${stated ?? ''}", but reads "${entity.description ?? ''}"`;
}

/** The statuses in which a signal may correctly end. */
const HANDLED = new Set(['Applied', 'Superseded', 'Late']);

function checkPushes(pushes: readonly Push[], { signals }: Ending): Violation[] {
  const byMessage = new Map<string, string[]>();
  for (const { message, signalId } of signals) if (message !== null) byMessage.set(message, [...(byMessage.get(message) ?? []), signalId]);
  const found: Violation[] = [];
  for (const { token, signalId, result, replica } of pushes) {
    const kept = byMessage.get(token) ?? [];
    if (result === 'acknowledged' && !kept.includes(signalId ?? ''))
      found.push({ promise: 'kept', detail: `signal ${token} was accepted by replica ${replica} as ${signalId}, but was not processed` });
    if (kept.length > 1) found.push({ promise: 'once', detail: `signal ${token} was processed ${kept.length} times` });
    if (result === 'refused' && kept.length > 0) found.push({ promise: 'once', detail: `signal ${token} was refused, but was processed` });
  }
  for (const { signalId, status } of signals)
    if (!HANDLED.has(status)) found.push({ promise: 'kept', detail: `signal ${signalId} ended as ${status}` });
  return found;
}

function checkVersions({ changes, landscapeVersion }: Ending): Violation[] {
  const setOf = new Map<number, string>();
  const found: Violation[] = [];
  for (const { landscapeVersion: version, changeSetId } of changes) {
    if (version === null) continue;
    const known = setOf.get(version);
    if (known !== undefined && known !== changeSetId)
      found.push({ promise: 'versions', detail: `version ${version} was made by two changes, ${known} and ${changeSetId}` });
    setOf.set(version, changeSetId);
  }
  for (const gap of gapsIn([...setOf.keys()], 1, landscapeVersion)) found.push({ promise: 'versions', detail: `landscape version ${gap}` });
  return found;
}
