/** This person's saved views and those that others share. Renders nothing if there are none. */
'use client';

import { IconStarFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { PAGES } from '@/client/pages';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import { viewHref } from '@/client/views/viewAddress';
import classes from './Home.module.css';
import { Part, Row } from './Part';

const MOST_LISTED = 12;

export function SavedViews() {
  const { tenantId } = useTenant();
  const trpc = useTRPC();
  const { data } = useQuery(trpc.views.list.queryOptions({}));
  const views = data?.items ?? [];
  if (views.length === 0) return null;
  return (
    <Part
      title="Saved views"
      {...(views.length > MOST_LISTED
        ? { intro: `The first ${MOST_LISTED} of ${views.length.toLocaleString('en')}; each page lists its own.` }
        : {})}
    >
      <ul className={classes.rows}>
        {views.slice(0, MOST_LISTED).map(({ id, name, path, page, owner, isShared, isDefault }) => (
          <Row
            key={id}
            href={viewHref(tenantId, path)}
            title={name}
            facts={[labelOf(page), owner.isYou ? (isShared ? 'shared' : null) : `shared by ${owner.name}`]}
            side={isDefault && <IconStarFilled size={14} role="img" aria-label="Your start view" />}
          />
        ))}
      </ul>
    </Part>
  );
}

/** `Inventory: components`, or the page's own label. */
function labelOf(page: string): string {
  const [first = '', kind] = page.split('/');
  const label = PAGES.find(({ path }) => path === first)?.label ?? first;
  return kind === undefined ? label : `${label}: ${kind.replaceAll('-', ' ')}`;
}
