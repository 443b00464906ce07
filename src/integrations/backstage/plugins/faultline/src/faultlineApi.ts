/** How the card asks its backend. It never talks to Faultline itself, and never sees a key. */
import { parseEntityRef, type CompoundEntityRef } from '@backstage/catalog-model';
import { createApiRef, type DiscoveryApi, type FetchApi } from '@backstage/core-plugin-api';
import { ResponseError } from '@backstage/errors';
import type { FaultlineAnswer } from '@faultline/backstage-plugin-common';

export interface FaultlineApi {
  /** Rejects with ResponseError if the backend refuses. */
  impactOf(entityRef: string): Promise<FaultlineAnswer>;
}

export const faultlineApiRef = createApiRef<FaultlineApi>({ id: 'plugin.faultline.impact' });

export function faultlineApi(discoveryApi: DiscoveryApi, fetchApi: FetchApi): FaultlineApi {
  return {
    async impactOf(entityRef) {
      const { kind, namespace, name }: CompoundEntityRef = parseEntityRef(entityRef);
      const path = [kind, namespace, name].map(encodeURIComponent).join('/');
      const response = await fetchApi.fetch(`${await discoveryApi.getBaseUrl('faultline')}/entities/${path}/impact`);
      if (!response.ok) throw await ResponseError.fromResponse(response);
      return (await response.json()) as FaultlineAnswer;
    },
  };
}
