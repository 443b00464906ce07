/** The entity provider: `backend.add(import('@faultline/backstage-plugin-backend/catalog'))`, and `catalog.providers.faultline` in the configuration. */
import { coreServices, createBackendModule, readSchedulerServiceTaskScheduleDefinitionFromConfig } from '@backstage/backend-plugin-api';
import { catalogProcessingExtensionPoint } from '@backstage/plugin-catalog-node';
import { faultlineClient } from './faultlineClient';
import { LandscapeProvider } from './landscapeProvider';
import { readSettings } from './readSettings';

const EVERY_TEN_MINUTES = { frequency: { minutes: 10 }, timeout: { minutes: 10 }, initialDelay: { seconds: 5 } };

export default createBackendModule({
  pluginId: 'catalog',
  moduleId: 'faultline',
  register(env) {
    env.registerInit({
      deps: {
        catalog: catalogProcessingExtensionPoint,
        config: coreServices.rootConfig,
        logger: coreServices.logger,
        scheduler: coreServices.scheduler,
      },
      async init({ catalog, config, logger, scheduler }) {
        const provider = config.getOptionalConfig('catalog.providers.faultline');
        if (provider === undefined) {
          logger.info('catalog.providers.faultline is not configured, so nothing is brought from Faultline into the catalog');
          return;
        }
        const settings = readSettings(config);
        const schedule = provider.has('schedule')
          ? readSchedulerServiceTaskScheduleDefinitionFromConfig(provider.getConfig('schedule'))
          : EVERY_TEN_MINUTES;
        const place = {
          namespace: provider.getOptionalString('namespace') ?? 'default',
          defaultOwner: provider.getOptionalString('defaultOwner') ?? 'group:default/unknown',
          pages: `${settings.publicUrl}/t/${settings.tenant}`,
        };
        catalog.addEntityProvider(
          new LandscapeProvider(faultlineClient(settings), place, logger, scheduler.createScheduledTaskRunner(schedule)),
        );
      },
    });
  },
});
