/** The landscape by every grouping, and a few things in focus, in a wide window and on a phone. */
import { checkLandscape, listLandscape } from '@/lab/checkLandscape';
import type { Server } from './server';

export async function landscapeProblems(server: Server): Promise<{ drawn: number; problems: string[] }> {
  const client = server.browser();
  const known = await listLandscape(client);
  const problems: string[] = [];
  let drawn = 0;
  for await (const picture of checkLandscape(client, known)) {
    drawn++;
    problems.push(...picture.problems.map((problem) => `${picture.name}: ${problem}`));
  }
  return { drawn, problems };
}
