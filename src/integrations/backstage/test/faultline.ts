/** The Faultline that the tests ask: src/integrations/backstage.long.db.test.ts of the repository starts one and names it in the environment. */
function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '')
    throw new Error(`${name} is not set. Run these tests by "npm run test:long" in the repository, which starts a Faultline for them.`);
  return value;
}

export const FAULTLINE = {
  url: setting('FAULTLINE_TEST_URL'),
  tenant: setting('FAULTLINE_TEST_TENANT'),
  otherTenant: setting('FAULTLINE_TEST_OTHER_TENANT'),
  keys: {
    all: setting('FAULTLINE_TEST_KEY_ALL'),
    read: setting('FAULTLINE_TEST_KEY_READ'),
    health: setting('FAULTLINE_TEST_KEY_HEALTH'),
    revenue: setting('FAULTLINE_TEST_KEY_REVENUE'),
  },
  /** A PostgreSQL database for the catalog of Backstage. */
  catalogDatabase: setting('FAULTLINE_TEST_CATALOG_DATABASE'),
};

/** Sends one request to the REST API, with the key that may do everything except see revenue. Throws if it is refused. */
export async function tellFaultline(method: string, path: string, json?: object): Promise<unknown> {
  const response = await fetch(`${FAULTLINE.url}/api/${FAULTLINE.tenant}${path}`, {
    method,
    headers: { authorization: `Bearer ${FAULTLINE.keys.all}`, 'content-type': 'application/json' },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}
