/** What was acknowledged is there, once, and what was refused is not: against the change log, the entities and the signals at the end. */
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
  for (const change of changes) {
    if (change.op === 'create') add(log.creations, change.technicalName, change);
    else if (change.op === 'delete') add(log.deletions, change.entityId, change);
    else if (change.description !== null) add(log.updates, change.description, change);
  }
  return log;
}

/** The changes that this write made. */
function changesOf({ op, token, entityId }: Write, log: Log): LoggedChange[] {
  if (op === 'create') return log.creations.get(token) ?? [];
  if (op === 'update') return log.updates.get(token) ?? [];
  return log.deletions.get(entityId ?? '') ?? [];
}

/** Finds the changes of any write of this log. */
export function changeFinder(changes: readonly LoggedChange[]): (write: Write) => LoggedChange[] {
  const log = indexLog(changes);
  return (write) => changesOf(write, log);
}

function checkWrite(write: Write, log: Log): Violation[] {
  const made = changesOf(write, log);
  const name = `${write.op} ${write.token === '' ? write.entityId : write.token}`;
  const found: Violation[] = [];
  if (write.result === 'acknowledged' && made.length === 0)
    found.push({ promise: 'kept', detail: `${name} was acknowledged by replica ${write.replica}, and the change log does not have it` });
  if (made.length > 1) found.push({ promise: 'once', detail: `${name} is in the change log ${made.length} times` });
  // Several clients may ask for the same deletion, of which only one is acknowledged.
  if (write.result === 'refused' && made.length > 0 && write.op !== 'delete')
    found.push({ promise: 'once', detail: `${name} was refused, and happened` });
  const [first] = made;
  if (write.result === 'acknowledged' && first !== undefined && first.entityId !== write.entityId)
    found.push({ promise: 'kept', detail: `${name} was acknowledged with the id ${write.entityId}, and has the id ${first.entityId}` });
  return found;
}

/** The components at the end are what the log says: created and not deleted, with the description that was set last. */
function checkEntities({ entities, changes }: Ending, log: Log): Violation[] {
  const last = lastChanges(changes);
  const there = new Map(entities.map((entity) => [entity.id, entity]));
  const created = [...log.creations.values()].flat().filter(({ kind }) => kind === 'component');
  const wrong = created.flatMap(({ entityId, technicalName }) => {
    const difference = differenceOf(last.get(entityId), there.get(entityId));
    return difference === null ? [] : [{ promise: 'kept' as const, detail: `${technicalName} ${difference}` }];
  });
  const twice = repeated(entities.map(({ technicalName }) => technicalName));
  return [...wrong, ...twice.map((name) => ({ promise: 'once' as const, detail: `${name} is there more than once` }))];
}

/** The last change of each entity that tells its description. */
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
  if (change?.op === 'delete') return entity === undefined ? null : 'was deleted, and is there';
  if (entity === undefined) return 'was created and not deleted, and is not there';
  const stated = change?.description ?? null;
  return entity.description === stated ? null : `was last set to "${stated ?? ''}", and reads "${entity.description ?? ''}"`;
}

/** What may become of a signal that nothing is wrong with. */
const HANDLED = new Set(['Applied', 'Superseded', 'Late']);

function checkPushes(pushes: readonly Push[], { signals }: Ending): Violation[] {
  const byMessage = new Map<string, string[]>();
  for (const { message, signalId } of signals) if (message !== null) byMessage.set(message, [...(byMessage.get(message) ?? []), signalId]);
  const found: Violation[] = [];
  for (const { token, signalId, result, replica } of pushes) {
    const kept = byMessage.get(token) ?? [];
    if (result === 'acknowledged' && !kept.includes(signalId ?? ''))
      found.push({ promise: 'kept', detail: `signal ${token} was accepted by replica ${replica} as ${signalId}, and was not handled` });
    if (kept.length > 1) found.push({ promise: 'once', detail: `signal ${token} was handled ${kept.length} times` });
    if (result === 'refused' && kept.length > 0) found.push({ promise: 'once', detail: `signal ${token} was refused, and handled` });
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
