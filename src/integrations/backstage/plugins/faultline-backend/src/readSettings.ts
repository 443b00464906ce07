/** Reads and checks the settings of Faultline when the backend starts, so that a mistake shows then and not on somebody's page. */
import type { Config } from '@backstage/config';

export interface FaultlineSettings {
  /** Without a trailing slash. */
  baseUrl: string;
  publicUrl: string;
  tenant: string;
  key: string;
  showExposure: boolean;
}

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const KEY = /^flt_[0-9A-Za-z]{36}$/;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Throws an error that names the setting and never repeats the key. */
export function readSettings(config: Config): FaultlineSettings {
  const faultline = config.getConfig('faultline');
  const baseUrl = originOf(faultline.getString('baseUrl'), 'faultline.baseUrl');
  const publicUrl = faultline.getOptionalString('publicUrl');
  const tenant = faultline.getString('tenant');
  if (!GUID.test(tenant)) throw new Error('faultline.tenant must be the GUID of the tenant, as in the base address of the API');
  const key = faultline.getString('key').trim();
  if (!KEY.test(key)) throw new Error('faultline.key is not an API key: a key is flt_ followed by 36 letters and digits');
  return {
    baseUrl,
    publicUrl: publicUrl === undefined ? baseUrl : originOf(publicUrl, 'faultline.publicUrl'),
    tenant: tenant.toLowerCase(),
    key,
    showExposure: faultline.getOptionalBoolean('showExposure') ?? false,
  };
}

function originOf(text: string, setting: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) throw new Error(`${setting} is not a web address`);
  if (url.username !== '' || url.password !== '') throw new Error(`${setting} must not contain a user name or password`);
  if (url.protocol === 'http:' && !LOOPBACK.has(url.hostname))
    throw new Error(`${setting} must start with https://, or the key would cross the network in clear text`);
  if (!/^\/(api\/?)?$/.test(url.pathname)) throw new Error(`${setting} must be only ${url.origin}`);
  return url.origin;
}
