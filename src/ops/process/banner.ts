/** What is printed when the server is ready. */
import type { Demo } from '@/ops/demo/demo';

const WIDTH = 10;

function row(title: string, text: string): string {
  return `  ${title.padEnd(WIDTH)}${text}`;
}

/** A command to paste into a shell: asks what breaks when the demo's database fails. */
export function curlLine(address: string, demo: Demo): string {
  const query = new URLSearchParams({ entityId: demo.exampleComponentId, entityType: 'component', direction: 'downstream' });
  return `curl -s -H 'Authorization: Bearer ${demo.key}' '${address}/api/${demo.tenantId}/blast-radius?${query.toString()}'`;
}

function signIn({ email, password }: Demo): string {
  if (password !== null) return `${email}   password: ${password}`;
  return `${email}   with the password that was set in its profile; to set another: npm run admin -- user set-password --email ${email}`;
}

export function banner(address: string, demo: Demo | null): string {
  const lines = ['', `Faultline is ready: ${address}`];
  if (demo !== null)
    lines.push(
      '',
      row('Sign in', signIn(demo)),
      row('Tenant', demo.tenantId),
      row('API key', `${demo.key}   (until the next start)`),
      '',
      '  What breaks when astronomy-db fails:',
      `  ${curlLine(address, demo)}`,
    );
  lines.push('', 'Ctrl-C stops it. npm run admin -- --help manages tenants, people and keys.', '');
  return lines.join('\n');
}
