/** The backend of the card: `backend.add(import('@faultline/backstage-plugin-backend'))`. */
import { coreServices, createBackendPlugin } from '@backstage/backend-plugin-api';
import { catalogServiceRef } from '@backstage/plugin-catalog-node';
import { faultlineExposurePermission, faultlineReadPermission } from '@faultline/backstage-plugin-common';
import { createRouter } from './createRouter';
import { faultlineClient } from './faultlineClient';
import { readSettings } from './readSettings';

export default createBackendPlugin({
  pluginId: 'faultline',
  register(env) {
    env.registerInit({
      deps: {
        config: coreServices.rootConfig,
        httpRouter: coreServices.httpRouter,
        httpAuth: coreServices.httpAuth,
        permissions: coreServices.permissions,
        permissionsRegistry: coreServices.permissionsRegistry,
        catalog: catalogServiceRef,
      },
      async init({ config, httpRouter, httpAuth, permissions, permissionsRegistry, catalog }) {
        const settings = readSettings(config);
        permissionsRegistry.addPermissions([faultlineReadPermission, faultlineExposurePermission]);
        httpRouter.use(createRouter({ settings, client: faultlineClient(settings), httpAuth, permissions, catalog }));
      },
    });
  },
});
