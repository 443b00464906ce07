/** The pages of a tenant in the order of the navigation: the one list that navigation and command palette read. */
import {
  IconActivityHeartbeat,
  IconFileCode,
  IconHistory,
  IconHome,
  IconKey,
  IconLinkOff,
  IconPlugConnected,
  IconRadar2,
  IconRoute2,
  IconSettings,
  IconShare2,
  IconShieldLock,
  IconStack2,
  IconTable,
  IconTool,
  IconTopologyStar3,
  IconUrgent,
  IconUsers,
  IconWebhook,
  type Icon,
} from '@tabler/icons-react';
import { isRoleAtLeast } from '@/domain/access';
import type { Role } from '@/domain/vocabulary';

/** What people come for: to explore the landscape, to maintain it, or to administer the tenant. The pages of Settings are its tabs. */
export const PAGE_GROUPS = ['Explore', 'Maintain', 'Settings'] as const;
export type PageGroup = (typeof PAGE_GROUPS)[number];

export interface Page {
  /** Below `/t/{tenantId}/`. */
  path: string;
  label: string;
  /** What its link or tab says, where the label is too long or too wide. */
  short?: string;
  group: PageGroup;
  Icon: Icon;
  /** Other words that people search for. */
  words: string;
  /** Who can use it; everybody by default. The server checks permissions itself. */
  leastRole?: Role;
}

export const PAGES: readonly Page[] = [
  {
    path: 'home',
    label: 'Home',
    group: 'Explore',
    Icon: IconHome,
    words: 'start overview dashboard what is wrong now widest exposed set up sample import',
  },
  {
    path: 'live-impact',
    label: 'Live impact',
    group: 'Explore',
    Icon: IconActivityHeartbeat,
    words: 'wall now status health outage signal report monitor',
  },
  { path: 'incidents', label: 'Incidents', group: 'Explore', Icon: IconUrgent, words: 'alert outage acknowledge resolve timeline' },
  { path: 'landscape', label: 'Landscape', group: 'Explore', Icon: IconTopologyStar3, words: 'graph map dependencies' },
  { path: 'blast-radius', label: 'Blast radius', group: 'Explore', Icon: IconRadar2, words: 'impact failure what breaks cause' },
  {
    path: 'scenarios',
    label: 'Scenarios',
    group: 'Explore',
    Icon: IconStack2,
    words: 'what if together several failures simulate redundancy excess gave way tolerance zone',
  },
  {
    path: 'weak-points',
    label: 'Weak points',
    group: 'Explore',
    Icon: IconLinkOff,
    words: 'single point of failure redundancy cut set pairs margin shared cause fix fault tree',
  },
  { path: 'paths', label: 'Path finder', group: 'Explore', Icon: IconRoute2, words: 'path from to reach why how route connection between' },
  {
    path: 'inventory',
    label: 'Inventory',
    group: 'Maintain',
    Icon: IconTable,
    words: 'applications components capabilities processes segments technologies datasets hosting dependencies create edit',
  },
  {
    path: 'manifest',
    label: 'Manifest',
    group: 'Maintain',
    Icon: IconFileCode,
    words: 'yaml import export apply preview code history undo compare sources',
  },
  {
    path: 'security-register',
    label: 'Security register',
    group: 'Maintain',
    Icon: IconShieldLock,
    words: 'compliance encryption authentication protocol gaps evidence digest csv',
  },
  { path: 'maintenance', label: 'Maintenance', group: 'Maintain', Icon: IconTool, words: 'window planned downtime quiet' },
  {
    path: 'connect',
    label: 'Connect what you run',
    short: 'Connect',
    group: 'Maintain',
    Icon: IconPlugConnected,
    words: 'observe opentelemetry otlp traces prometheus metrics mesh istio linkerd cilium hubble jaeger import discover set up',
    leastRole: 'Editor',
  },
  {
    path: 'settings',
    label: 'Settings',
    short: 'Tenant',
    group: 'Settings',
    Icon: IconSettings,
    words:
      'tenant plan limits usage currency incidents revenue delete single sign-on sso saml openid scim groups roles provider administration',
    leastRole: 'Admin',
  },
  {
    path: 'members',
    label: 'Members',
    group: 'Settings',
    Icon: IconUsers,
    words: 'people users invite invitation role access',
    leastRole: 'Admin',
  },
  { path: 'api-keys', label: 'API keys', group: 'Settings', Icon: IconKey, words: 'token scope curl access', leastRole: 'Admin' },
  {
    path: 'webhooks',
    label: 'Webhooks',
    group: 'Settings',
    Icon: IconWebhook,
    words: 'events deliveries replay secret integration notifications subscriptions slack teams e-mail alert channel',
    leastRole: 'Admin',
  },
  {
    path: 'share-links',
    label: 'Share links',
    group: 'Settings',
    Icon: IconShare2,
    words: 'share badge stranger without account readme revoke',
    leastRole: 'Editor',
  },
  { path: 'audit-log', label: 'Audit log', group: 'Settings', Icon: IconHistory, words: 'changes history who did what before after' },
];

/** The pages that a person with this role can use. */
export function pagesFor(role: Role): readonly Page[] {
  return PAGES.filter(({ leastRole }) => leastRole === undefined || isRoleAtLeast(role, leastRole));
}

/** The pages of one group that a person with this role can use. */
export function pagesIn(group: PageGroup, role: Role): readonly Page[] {
  return pagesFor(role).filter((page) => page.group === group);
}

/** Whether this is the page with that address, or a page below it. */
export function isAt(pathname: string, href: string): boolean {
  return pathname === href || pathname.startsWith(`${href}/`);
}

/** The home page of a tenant. */
export function homeHref(tenantId: string): string {
  return pageHref(tenantId, 'home');
}

export function pageHref(tenantId: string, path: string): string {
  return `/t/${tenantId}/${path}`;
}
