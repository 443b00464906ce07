/**
 * `npm run check:pictures -- ADDRESS TENANT EMAIL`: signs in to a running server, draws its pictures of a landscape as a browser does, and prints
 * each statement in them that REST contradicts. The password is read from FAULTLINE_PASSWORD. Ends with 1 if any is false.
 */
import { createTRPCClient, httpLink } from '@trpc/client';
import type { AppRouter } from '@/server/procedures/root';
import { checkLandscape, listLandscape } from './checkLandscape';

async function signIn(address: string, email: string, password: string): Promise<string> {
  const answer = await fetch(`${address}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`Signing in was answered with ${answer.status}. Check the address, the e-mail and FAULTLINE_PASSWORD.`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

async function main(): Promise<void> {
  const [address, tenant, email] = process.argv.slice(2);
  const password = process.env.FAULTLINE_PASSWORD;
  if (address === undefined || tenant === undefined || email === undefined || password === undefined)
    throw new Error('Use: FAULTLINE_PASSWORD=… npm run check:pictures -- ADDRESS TENANT EMAIL');
  const cookie = await signIn(address, email, password);
  const client = createTRPCClient<AppRouter>({
    links: [httpLink({ url: `${address}/trpc/${tenant}`, headers: { cookie, origin: address } })],
  });
  const known = await listLandscape(client);
  let wrong = 0;
  let checked = 0;
  for await (const { name, problems } of checkLandscape(client, known)) {
    checked++;
    wrong += problems.length;
    process.stdout.write(
      `${problems.length === 0 ? 'true ' : 'FALSE'} ${name}\n${problems.map((problem) => `      ${problem}\n`).join('')}`,
    );
  }
  process.stdout.write(`${known.components.length} components, ${checked} pictures, ${wrong} false statements\n`);
  if (wrong > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
