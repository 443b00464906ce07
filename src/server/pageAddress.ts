/** The address of a page of the app, for messages and events: `page` is below the tenant, as in `incidents`. */
import { env } from './env';
export function pageAddress(tenantId: string, page: string): string {
  return publicAddress(`t/${tenantId}/${page}`);
}

/** The address of what lies at `path`, below the address of the installation. */
export function publicAddress(path: string): string {
  const { PUBLIC_URL, PORT } = env();
  return `${PUBLIC_URL?.replace(/\/$/, '') ?? `http://localhost:${PORT}`}/${path}`;
}
