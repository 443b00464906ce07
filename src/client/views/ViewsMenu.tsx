/** The saved views of one page: opens one, saves the current one, opens the dialog to manage them. */
'use client';

import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconBookmark, IconBookmarkPlus, IconSettings, IconStarFilled, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PageLink } from '@/client/PageLink';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import { laterPart } from '@/ui/laterPart';
import { useDefaultView } from './useDefaultView';
import { savablePath, viewHref } from './viewAddress';

const ManageViewsDialog = laterPart(async () => (await import('./ManageViewsDialog')).ManageViewsDialog);
const SaveViewDialog = laterPart(async () => (await import('./SaveViewDialog')).SaveViewDialog);

/** `page` is its path below the tenant, for example `inventory/components`. */
export function ViewsMenu({ page }: { page: string }) {
  const { tenantId } = useTenant();
  const trpc = useTRPC();
  const { data } = useQuery(trpc.views.list.queryOptions({}));
  const [saving, setSaving] = useState<string | null>(null);
  const [isManaging, setManaging] = useState(false);
  const views = data?.items.filter((view) => view.page === page) ?? [];
  useDefaultView(page, data?.items);
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Tooltip label="Saved views">
            <ActionIcon variant="default" size={30} aria-label="Saved views">
              <IconBookmark size={16} aria-hidden="true" />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown mah="60dvh" style={{ overflowY: 'auto' }}>
          {views.map(({ id, name, path, isShared, isDefault, owner }) => (
            <Menu.Item
              key={id}
              component={PageLink}
              href={viewHref(tenantId, path)}
              leftSection={
                isDefault ? <IconStarFilled size={14} role="img" aria-label="Your start view" /> : <span style={{ width: 14 }} />
              }
              rightSection={
                isShared ? <IconUsers size={14} role="img" aria-label={owner.isYou ? 'Shared' : `Shared by ${owner.name}`} /> : null
              }
            >
              {name}
            </Menu.Item>
          ))}
          {views.length > 0 && <Menu.Divider />}
          <Menu.Item
            leftSection={<IconBookmarkPlus size={14} aria-hidden="true" />}
            onClick={() => setSaving(savablePath(tenantId, window.location) ?? page)}
          >
            Save this view
          </Menu.Item>
          {views.length > 0 && (
            <Menu.Item leftSection={<IconSettings size={14} aria-hidden="true" />} onClick={() => setManaging(true)}>
              Manage views
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {saving !== null && <SaveViewDialog path={saving} onClose={() => setSaving(null)} />}
      {isManaging && <ManageViewsDialog views={views} onClose={() => setManaging(false)} />}
    </>
  );
}
