/** The card for apps of the established frontend system: `import { EntityFaultlineCard } from '@faultline/backstage-plugin'`. */
import type { Entity } from '@backstage/catalog-model';
import { createApiFactory, createComponentExtension, createPlugin, discoveryApiRef, fetchApiRef } from '@backstage/core-plugin-api';
import { faultlineNamesOf } from '@faultline/backstage-plugin-common';
import { faultlineApi, faultlineApiRef } from './faultlineApi';

export const faultlinePlugin = createPlugin({
  id: 'faultline',
  apis: [
    createApiFactory({
      api: faultlineApiRef,
      deps: { discoveryApi: discoveryApiRef, fetchApi: fetchApiRef },
      factory: ({ discoveryApi, fetchApi }) => faultlineApi(discoveryApi, fetchApi),
    }),
  ],
});

export const EntityFaultlineCard = faultlinePlugin.provide(
  createComponentExtension({
    name: 'EntityFaultlineCard',
    component: { lazy: () => import('./FaultlineCard').then(({ FaultlineCard }) => FaultlineCard) },
  }),
);

/** For `<EntitySwitch.Case if={isFaultlineAvailable}>`: whether Faultline has a live state of such an entity. */
export function isFaultlineAvailable(entity: Entity): boolean {
  return faultlineNamesOf(entity) !== null;
}
