/** The share links and badges of the tenant: what each shows, who made it and until when, and revoking them. */
'use client';

import { Alert } from '@mantine/core';
import { IconShareOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '@/client/trpc';
import { Unanswered } from '@/client/Unanswered';
import type { ShareLink } from '@/contract/shareLinks';
import { PageFrame } from '@/ui/PageFrame';
import { RevokeLinkDialog } from './RevokeLinkDialog';
import { ShareLinkTable } from './ShareLinkTable';

export function ShareLinksPage() {
  const trpc = useTRPC();
  const links = useQuery(trpc.shareLinks.list.queryOptions({}));
  const [revoked, setRevoked] = useState<ShareLink | null>(null);
  const { data } = links;
  return (
    <PageFrame
      title="Share links"
      width="medium"
      intro="Views and badges that people without an account can see. A view stays as it was when its link was made, and its link ends after seven days at most; a badge is live and has no end. You can revoke your own, and an Admin can revoke any."
    >
      {data === undefined && <Unanswered query={links} failure="The links could not be loaded" loading="The links are loading" />}
      {data?.isAllowed === false && (
        <Alert variant="light" color="gray" icon={<IconShareOff size={18} aria-hidden="true" />} role="status">
          Share links and badges are switched off for this tenant.
        </Alert>
      )}
      {data !== undefined && <ShareLinkTable links={data.items} onRevoke={setRevoked} />}
      {revoked !== null && <RevokeLinkDialog link={revoked} onClose={() => setRevoked(null)} />}
    </PageFrame>
  );
}
