/** The card for apps of the new frontend system, where `app.packages: all` finds it. */
import { ApiBlueprint, createFrontendPlugin, discoveryApiRef, fetchApiRef } from '@backstage/frontend-plugin-api';
import { EntityCardBlueprint } from '@backstage/plugin-catalog-react/alpha';
import { faultlineNamesOf } from '@faultline/backstage-plugin-common';
import { faultlineApi, faultlineApiRef } from './faultlineApi';

const api = ApiBlueprint.make({
  params: (defineParams) =>
    defineParams({
      api: faultlineApiRef,
      deps: { discoveryApi: discoveryApiRef, fetchApi: fetchApiRef },
      factory: ({ discoveryApi, fetchApi }) => faultlineApi(discoveryApi, fetchApi),
    }),
});

const card = EntityCardBlueprint.make({
  name: 'impact',
  params: {
    type: 'content',
    filter: (entity) => faultlineNamesOf(entity) !== null,
    loader: () => import('./FaultlineCard').then(({ FaultlineCard }) => <FaultlineCard />),
  },
});

export default createFrontendPlugin({ pluginId: 'faultline', extensions: [api, card] });
