/** The tabs of Settings, above each of its pages. Each tab is a page with an address of its own. */
'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { PageLink } from '@/client/PageLink';
import { isAt, pageHref, pagesIn } from '@/client/pages';
import { useTenant } from '@/client/tenantContext';
import { scrollToCurrent } from './scrollToCurrent';
import classes from './SettingsTabs.module.css';

export function SettingsTabs() {
  const { tenantId, role } = useTenant();
  const pathname = usePathname();
  const tabs = pagesIn('Settings', role).map(({ path, label, short }) => {
    const href = pageHref(tenantId, path);
    return { href, label: short ?? label, isCurrent: isAt(pathname, href) };
  });
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    if (list.current !== null) scrollToCurrent(list.current);
  }, [pathname]);
  if (tabs.length < 2 || !tabs.some(({ isCurrent }) => isCurrent)) return null;
  return (
    <nav ref={list} className={classes.tabs} aria-label="Settings">
      {tabs.map(({ href, label, isCurrent }) => (
        <PageLink key={href} href={href} className={classes.tab} {...(isCurrent ? { 'aria-current': 'page' as const } : {})}>
          {label}
        </PageLink>
      ))}
    </nav>
  );
}
