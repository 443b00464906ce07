/** Starts a Backstage backend with the plugin in it, on a port of its own. */
import type { AddressInfo } from 'node:net';
import { createServiceFactory, type BackendFeature } from '@backstage/backend-plugin-api';
import { mockCredentials, mockServices, startTestBackend } from '@backstage/backend-test-utils';
import type { Entity } from '@backstage/catalog-model';
import { catalogServiceRef } from '@backstage/plugin-catalog-node';
import { catalogServiceMock } from '@backstage/plugin-catalog-node/testUtils';
import faultlinePlugin from '@faultline/backstage-plugin-backend';
import { FAULTLINE } from './faultline';

export const SETTINGS = { baseUrl: FAULTLINE.url, tenant: FAULTLINE.tenant, key: FAULTLINE.keys.read };

export function entity(kind: string, name: string, more: Partial<Entity['metadata']> = {}): Entity {
  return { apiVersion: 'backstage.io/v1alpha1', kind, metadata: { name, namespace: 'default', ...more }, spec: {} };
}

/** The catalog hides `component:default/hidden` from everybody but this person. */
export const INSIDER = 'user:default/insider';

export const ENTITIES = [
  entity('Component', 'web'),
  entity('Resource', 'db'),
  entity('Resource', 'web'),
  entity('Component', 'cache'),
  entity('Component', 'nowhere'),
  entity('Component', 'hidden', { annotations: { 'faultline.io/component': 'db' } }),
  entity('Component', 'renamed', { annotations: { 'faultline.io/component': ' db ' } }),
  entity('Component', 'whole', { annotations: { 'faultline.io/application': 'shop' } }),
  entity('Component', 'odd', { annotations: { 'faultline.io/component': '../applications?limit=1' } }),
  entity('Component', 'pay', { namespace: 'team' }),
  entity('System', 'shop'),
  entity('System', 'archive'),
  entity('System', 'empty'),
  entity('System', 'scratch'),
  entity('Domain', 'sales'),
];

const catalog = createServiceFactory({
  service: catalogServiceRef,
  deps: {},
  factory: () => {
    const all = catalogServiceMock({ entities: ENTITIES });
    const readAny = all.getEntityByRef.bind(all);
    const getEntityByRef: typeof readAny = async (ref, options) => {
      const found = await readAny(ref, options);
      const { principal } = (options as { credentials: { principal: { userEntityRef?: string } } }).credentials;
      return found?.metadata.name === 'hidden' && principal.userEntityRef !== INSIDER ? undefined : found;
    };
    return Object.assign(all, { getEntityByRef });
  },
});

export interface StartedBackend {
  /** Of the plugin. */
  url: string;
  /** What the backend answers of an entity. The header names who asks. */
  ask(path: string, authorization?: string): Promise<{ status: number; headers: Headers; text: string; body: unknown }>;
}

/** It ends with the test file. */
export async function startBackend(settings: object = SETTINGS, features: readonly BackendFeature[] = []): Promise<StartedBackend> {
  const { server } = await startTestBackend({
    features: [faultlinePlugin, catalog, mockServices.rootConfig.factory({ data: { faultline: settings } as never }), ...features],
  });
  const url = `http://localhost:${(server.address() as AddressInfo).port}/api/faultline`;
  return {
    url,
    ask: async (path, authorization = mockCredentials.user.header()) => {
      const response = await fetch(`${url}/entities/${path}/impact`, { headers: { authorization } });
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: text.startsWith('{') ? (JSON.parse(text) as unknown) : text,
      };
    },
  };
}
