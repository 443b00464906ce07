/** The pages and actions available to this person, as commands; and what can be done with one entity. */
'use client';

import { useMantineColorScheme } from '@mantine/core';
import {
  IconApi,
  IconBook,
  IconArrowDownRight,
  IconArrowUpRight,
  IconBell,
  IconBuilding,
  IconCopy,
  IconDeviceDesktop,
  IconDeviceTv,
  IconKeyboard,
  IconLink,
  IconLogout,
  IconMoon,
  IconPlus,
  IconRoute2,
  IconSun,
  IconTable,
  IconTopologyStar3,
  IconUser,
} from '@tabler/icons-react';
import { blastRadiusHref } from '@/client/blastRadiusHref';
import { inventoryHref } from '@/client/inventoryHref';
import { useGo } from '@/client/live/NavigationGuard';
import { homeHref, pageHref, pagesFor } from '@/client/pages';
import { useTenant, type Membership } from '@/client/tenantContext';
import { openWallScreen } from '@/client/wallScreen';
import { KINDS } from '@/contract/values/kinds';
import type { FoundEntity } from '@/contract/landscapePicture';
import { isRoleAtLeast } from '@/domain/access';
import { ENTITY_KINDS } from '@/domain/vocabulary';
import { notify } from '@/ui/notify';
import { PAGE_KEYS } from './pageKeys';
import type { Command } from './paletteCommands';
import { signOut } from './signOut';

async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify({ message: `Copied ${what}` });
  } catch {
    notify({ message: `The browser refused to copy. Copy it by hand: ${text}`, color: 'red' });
  }
}

/** Makes commands of a group. */
const commandIn =
  (group: string) =>
  (id: string, label: string, words: string, Icon: Command['Icon'], run: () => void, keys?: string): Command => ({
    id,
    group,
    label,
    words,
    Icon,
    run,
    ...(keys === undefined ? {} : { keys }),
  });

export function useCommands(memberships: readonly Membership[], onSheet: () => void): Command[] {
  const { tenantId, role } = useTenant();
  const go = useGo();
  const { setColorScheme } = useMantineColorScheme();
  const to = (href: string) => (): void => go(href);
  const page = (path: string) => to(pageHref(tenantId, path));
  const [toPage, action, toTenant] = [commandIn('Pages'), commandIn('Actions'), commandIn('Tenants')];
  const pages = pagesFor(role).map(({ path, label, words, Icon }) => {
    const key = PAGE_KEYS[path];
    return toPage(`page ${path}`, label, words, Icon, page(path), ...(key === undefined ? [] : [`g ${key}`]));
  });
  const kinds = isRoleAtLeast(role, 'Editor') ? ENTITY_KINDS : [];
  const makings = kinds.map((kind) => {
    const { path, singular } = KINDS[kind];
    return action(`new ${kind}`, `New ${singular} …`, 'create add make', IconPlus, page(`inventory/${path}?new=true`));
  });
  const others = memberships
    .filter((tenant) => tenant.tenantId !== tenantId)
    .map(({ tenantId: id, name }) =>
      toTenant(`tenant ${id}`, `Change to ${name}`, 'switch tenant landscape', IconBuilding, to(homeHref(id))),
    );
  return [
    ...pages,
    action('history', 'Applied manifests', 'history undo page', IconTable, page('manifest/history')),
    ...makings,
    action('wall', 'Wall screen', 'live impact full screen monitor television', IconDeviceTv, () => openWallScreen(tenantId, go)),
    action('link', 'Copy the link to this view', 'share address url', IconLink, () => void copy(window.location.href, 'the link')),
    action('light', 'Use the light theme', 'colour scheme bright appearance', IconSun, () => setColorScheme('light')),
    action('dark', 'Use the dark theme', 'colour scheme night appearance', IconMoon, () => setColorScheme('dark')),
    action('system', 'Follow the system theme', 'colour scheme auto appearance', IconDeviceDesktop, () => setColorScheme('auto')),
    action('guides', 'Guides', 'help manual docs documentation how to manifest reference', IconBook, () =>
      window.location.assign('/docs/guides'),
    ),
    action('docs', 'API reference', 'rest openapi docs documentation', IconApi, () => window.location.assign('/docs')),
    action('keys', 'Keyboard shortcuts', 'help hotkeys sheet', IconKeyboard, onSheet, '?'),
    action('profile', 'Your profile', 'account password me', IconUser, page('profile')),
    action(
      'notifications',
      'Notifications',
      'subscriptions bell mail e-mail slack teams digest weekly alert tell me',
      IconBell,
      page('notifications'),
    ),
    ...others,
    action('out', 'Sign out', 'leave log off logout', IconLogout, () => void signOut()),
  ];
}

export function useEntityCommands(entity: FoundEntity | null): Command[] {
  const { tenantId } = useTenant();
  const go = useGo();
  if (entity === null) return [];
  const { kind, id, name, technicalName } = entity;
  const to = (href: string) => (): void => go(href);
  const command = commandIn(name);
  const radius = blastRadiusHref(tenantId, kind, id);
  const isDrawn = kind === 'component' || kind === 'application';
  return [
    command('open', 'Open in the inventory', 'show edit details', IconTable, to(inventoryHref(tenantId, kind, id))),
    command(
      'down',
      `What breaks if ${name} fails`,
      'blast radius downstream dependents',
      IconArrowDownRight,
      to(`${radius}&direction=downstream`),
    ),
    command(
      'up',
      `What could make ${name} fail`,
      'blast radius upstream dependencies cause',
      IconArrowUpRight,
      to(`${radius}&direction=upstream`),
    ),
    command(
      'path',
      `Find a path from ${name}`,
      'path finder reach why how',
      IconRoute2,
      to(`${pageHref(tenantId, 'paths')}?fromKind=${kind}&from=${id}`),
    ),
    ...(isDrawn
      ? [command('see', 'See in the landscape', 'graph picture', IconTopologyStar3, to(`${pageHref(tenantId, 'landscape')}?${kind}=${id}`))]
      : []),
    command('copy', `Copy the technical name ${technicalName}`, 'clipboard', IconCopy, () => void copy(technicalName, technicalName)),
  ];
}
