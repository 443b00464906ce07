/** The address of a page of the app, for messages and events: `page` is below the tenant, as in `incidents`. */
import { env } from './env';

export function pageAddress(tenantId: string, page: string): string {
  const { PUBLIC_URL, PORT } = env();
  return `${PUBLIC_URL?.replace(/\/$/, '') ?? `http://localhost:${PORT}`}/t/${tenantId}/${page}`;
}
