/** The doors of a process that only does background work: it answers probes, and sends everybody else away. */
import { AppError } from '@/domain/errors';
import type { Doors } from './httpServer';
import { problemResponse } from './problem';

const elsewhere = (): AppError =>
  new AppError('not_found', 'This process only does background work. Send requests to one with the role web (FAULTLINE_ROLES).');

export const closedDoors: Doors = {
  rest: async () => {
    const refusal = problemResponse(elsewhere());
    return { status: refusal.status, headers: Object.fromEntries(refusal.headers), body: await refusal.text() };
  },
  web: async (_, response) => {
    const refusal = problemResponse(elsewhere());
    const body = await refusal.text();
    response.writeHead(refusal.status, { ...Object.fromEntries(refusal.headers), 'content-length': Buffer.byteLength(body) });
    response.end(body);
  },
  upgrade: null,
};
