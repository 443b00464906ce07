import type { SchedulerServiceTaskScheduleDefinitionConfig } from '@backstage/backend-plugin-api';

export interface Config {
  faultline: {
    /** Address of the Faultline server, as the Backstage backend reaches it. HTTPS, except on the machine itself. */
    baseUrl: string;
    /** The same for people's browsers, if it is another. */
    publicUrl?: string;
    /** GUID of the tenant. */
    tenant: string;
    /**
     * API key with the scope `read`.
     * @visibility secret
     */
    key: string;
    /** Whether people may see what an hour is expected to cost, if the key and the permission `faultline.exposure.read` allow it. Default: false. */
    showExposure?: boolean;
  };
  catalog?: {
    providers?: {
      /** Brings the applications and components of Faultline into the catalog. */
      faultline?: {
        /** Default: `default`. */
        namespace?: string;
        /** Entity reference of whoever owns what names no team in Faultline. Default: `group:default/unknown`. */
        defaultOwner?: string;
        /** Default: every ten minutes. */
        schedule?: SchedulerServiceTaskScheduleDefinitionConfig;
      };
    };
  };
}
