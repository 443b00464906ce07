/** The contact and references to show for an application or component. */
'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/client/trpc';
import { lacksHelp, shownHelp, type HelpFields, type ShownHelp } from '@/domain/references';

/** The fields of the entity; `applicationId` is missing for an application. */
export type Helped = HelpFields & { applicationId?: string | undefined };

const NOTHING: HelpFields = { contact: null, references: [] };

/** While the application of a component is loading, what the component states itself. `helped` is undefined until it is known. */
export function useShownHelp(helped: Helped | undefined): ShownHelp {
  const trpc = useTRPC();
  const applicationId = helped?.applicationId;
  const { data } = useQuery({
    ...trpc.applications.get.queryOptions({ idOrTechnicalName: applicationId ?? '' }),
    enabled: applicationId !== undefined && lacksHelp(helped ?? NOTHING),
  });
  return shownHelp(helped ?? NOTHING, applicationId === undefined ? null : (data ?? null));
}
