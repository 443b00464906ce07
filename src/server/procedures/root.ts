/** The table of contents: every procedure there is, by noun. */
import { ENTITY_REGISTRY as kinds } from '@/contract/entityKinds';
import { apiKeyRouter } from './apiKeyRouter';
import { bulkRouter } from './bulkRouter';
import { callerRouter } from './callerRouter';
import { changeRouter } from './changeRouter';
import { dependencyRouter } from './dependencyRouter';
import { entityRouter } from './entityRouter';
import { eventRouter } from './eventRouter';
import { healthRouter } from './healthRouter';
import { impactRouter } from './impactRouter';
import { homeRouter } from './homeRouter';
import { incidentRouter } from './incidentRouter';
import { createCallerFactory, router } from './init';
import { invitationRouter } from './invitationRouter';
import { landscapeRouter } from './landscapeRouter';
import { alertRouter } from './alertRouter';
import { maintenanceRouter } from './maintenanceRouter';
import { manifestApplyRouter } from './manifestApplyRouter';
import { manifestRouter } from './manifestRouter';
import { memberRouter } from './memberRouter';
import { notificationRouter } from './notificationRouter';
import { registerRouter } from './registerRouter';
import { scenarioRouter } from './scenarioRouter';
import { shareLinkRouter } from './shareLinkRouter';
import { signOnRouter } from './signOnRouter';
import { subscriptionRouter } from './subscriptionRouter';
import { tenantRouter } from './tenantRouter';
import { viewRouter } from './viewRouter';
import { weakPointRouter } from './weakPointRouter';
import { webhookRouter } from './webhookRouter';

export const appRouter = router({
  applications: entityRouter<'application'>(kinds.application),
  components: entityRouter<'component'>(kinds.component),
  capabilities: entityRouter<'capability'>(kinds.capability),
  processes: entityRouter<'process'>(kinds.process),
  hostingAreas: entityRouter<'hosting-area'>(kinds['hosting-area']),
  hostingZones: entityRouter<'hosting-zone'>(kinds['hosting-zone']),
  technologies: entityRouter<'technology'>(kinds.technology),
  segments: entityRouter<'segment'>(kinds.segment),
  datasets: entityRouter<'dataset'>(kinds.dataset),
  dependencies: dependencyRouter,
  bulk: bulkRouter,
  home: homeRouter,
  landscape: landscapeRouter,
  impact: impactRouter,
  weakPoints: weakPointRouter,
  health: healthRouter,
  incidents: incidentRouter,
  alerts: alertRouter,
  maintenance: maintenanceRouter,
  events: eventRouter,
  webhooks: webhookRouter,
  subscriptions: subscriptionRouter,
  notifications: notificationRouter,
  manifest: manifestRouter,
  manifestApplies: manifestApplyRouter,
  securityRegister: registerRouter,
  scenarios: scenarioRouter,
  changes: changeRouter,
  tenant: tenantRouter,
  members: memberRouter,
  invitations: invitationRouter,
  singleSignOn: signOnRouter,
  apiKeys: apiKeyRouter,
  views: viewRouter,
  shareLinks: shareLinkRouter,
  caller: callerRouter,
});

export type AppRouter = typeof appRouter;

export const createCaller = createCallerFactory(appRouter);
