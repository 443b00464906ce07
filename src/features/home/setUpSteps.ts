/** The steps that set up an empty tenant; only those that this person's role and the tenant's plan allow. */
import { pageHref } from '@/client/pages';
import type { Membership } from '@/client/tenantContext';
import { PLAN_LIMITS, isRoleAtLeast } from '@/domain/access';
import type { Role } from '@/domain/vocabulary';
import type { Overview } from './overview';

export interface SetUpStep {
  title: string;
  hint: string;
  href: string;
  isDone: boolean;
}

export function setUpSteps({ tenantId, role, plan }: Membership, { size, setUp }: Pick<Overview, 'size' | 'setUp'>): SetUpStep[] {
  const { hasApi, signalsPerMinute } = PLAN_LIMITS[plan];
  const step = (least: Role, isOffered: boolean, title: string, hint: string, path: string, isDone: boolean): SetUpStep[] =>
    isRoleAtLeast(role, least) && isOffered ? [{ title, hint, href: path.startsWith('/') ? path : pageHref(tenantId, path), isDone }] : [];
  return [
    ...step('Editor', true, 'Describe the landscape', 'Components, and what they depend on.', 'manifest', size.components > 0),
    ...step(
      'Editor',
      signalsPerMinute > 0,
      'Report health',
      'From Alertmanager, Grafana or Datadog, or by hand.',
      '/docs/alert-sources',
      setUp.hasHealth,
    ),
    ...step('Admin', hasApi, 'Create an API key', 'For pipelines, monitoring and agents.', 'api-keys', setUp.hasKey),
    ...step('Admin', hasApi, 'Add a webhook', 'Send incidents to your chat or pager.', 'webhooks', setUp.hasWebhook),
    ...step('Admin', true, 'Invite a colleague', 'With a link that works for a week.', 'members', setUp.hasOtherMember),
  ];
}
