/** The moment that a replay shows, kept in the URL. The server reads it too. */
import { parseAsString } from 'nuqs/server';
import type { IncidentReplay } from '@/contract/replay';
import { firstPosition, instantAt, positionOf } from './steps';

export const replayParsers = { at: parseAsString };

/** The position of the address, or where the replay starts. */
export function positionAsked(replay: IncidentReplay, at: string | null): number {
  return at === null ? firstPosition(replay) : positionOf(replay, at);
}

export function firstMoment(replay: IncidentReplay, at: string | null): string {
  return instantAt(replay, positionAsked(replay, at));
}
