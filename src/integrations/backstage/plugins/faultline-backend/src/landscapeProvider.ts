/** Brings Faultline's landscape into the catalog, as a whole each time: what is gone there goes here too. */
import { setTimeout as delay } from 'node:timers/promises';
import type { LoggerService, SchedulerServiceTaskRunner } from '@backstage/backend-plugin-api';
import type { EntityProvider, EntityProviderConnection } from '@backstage/plugin-catalog-node';
import {
  catalogEntities,
  type CatalogPlace,
  type LandscapeApplication,
  type LandscapeComponent,
  type LandscapeDependency,
} from './catalogEntities';
import { allItems, type FaultlineClient } from './faultlineClient';

export class LandscapeProvider implements EntityProvider {
  constructor(
    private readonly client: FaultlineClient,
    private readonly place: CatalogPlace,
    private readonly logger: LoggerService,
    private readonly schedule: SchedulerServiceTaskRunner,
  ) {}

  getProviderName(): string {
    return 'faultline';
  }

  async connect(connection: EntityProviderConnection): Promise<void> {
    await this.schedule.run({
      id: 'faultline-landscape',
      fn: async (signal) => {
        try {
          const count = await this.refresh(connection, signal);
          this.logger.info(`The catalog has ${count} entities from Faultline`);
        } catch (error) {
          // The catalog keeps what it had. The next run tries again.
          this.logger.error(
            `The catalog could not be brought up to date from Faultline: ${error instanceof Error ? error.message : String(error)}`,
          );
        }
      },
    });
  }

  /** How many entities there are now. Throws if Faultline cannot be read to the end; then the catalog is left as it is. */
  async refresh(connection: EntityProviderConnection, signal?: AbortSignal): Promise<number> {
    const wait = (milliseconds: number): Promise<unknown> => delay(milliseconds, undefined, signal === undefined ? {} : { signal });
    const all = async <Item>(path: string): Promise<Item[]> => {
      const items: Item[] = [];
      for await (const item of allItems<Item>(this.client, path, wait)) items.push(item);
      return items;
    };
    const applications = await all<LandscapeApplication>('/applications');
    const components = await all<LandscapeComponent>('/components');
    const dependencies = await all<LandscapeDependency>('/dependencies');
    const entities = catalogEntities({ applications, components, dependencies }, this.place);
    await connection.applyMutation({
      type: 'full',
      entities: entities.map((entity) => ({ entity, locationKey: this.getProviderName() })),
    });
    return entities.length;
  }
}
