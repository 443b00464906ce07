/** A tenant's settings, its plan and usage, and its deletion. */
'use client';

import { useQuery } from '@tanstack/react-query';
import { FailureNote } from '@/client/FailureNote';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import { entityTag } from '@/contract/etag';
import { CopyBox } from '@/ui/CopyBox';
import { LoadingRows } from '@/ui/LoadingRows';
import { PageFrame } from '@/ui/PageFrame';
import { Section } from '@/ui/Section';
import { DeleteTenant } from './DeleteTenant';
import { PlanChoice } from './PlanChoice';
import { SettingsForm } from './SettingsForm';
import { SignOnSection } from './SignOnSection';
import { UsageBars } from './UsageBars';

export function SettingsPage() {
  const { tenantId, role } = useTenant();
  const trpc = useTRPC();
  const tenant = useQuery(trpc.tenant.get.queryOptions({}));
  const caller = useQuery(trpc.caller.get.queryOptions({}));
  const failed = [tenant, caller].find(({ isError }) => isError);
  const origin = typeof window === 'undefined' ? '' : window.location.origin;
  return (
    <PageFrame title="Settings" intro="These apply to everyone in this tenant." width="narrow">
      {failed !== undefined && (
        <FailureNote
          title="The settings cannot be shown"
          error={failed.error}
          onRetry={() => void Promise.all([tenant.refetch(), caller.refetch()])}
        />
      )}
      {failed === undefined && (tenant.data === undefined || caller.data === undefined) && (
        <LoadingRows label="The settings are loading" rows={9} />
      )}
      {tenant.data !== undefined && caller.data !== undefined && (
        <>
          <SettingsForm
            key={tenant.data.version}
            tenant={tenant.data}
            ifMatch={entityTag(tenant.data.version, caller.data.canSeeRevenue)}
          />
          <SignOnSection />
          <UsageBars />
          <PlanChoice tenant={tenant.data} ifMatch={entityTag(tenant.data.version, caller.data.canSeeRevenue)} />
          <Section title="Address of the API" intro="Programs reach this tenant here with an API key.">
            <CopyBox label="Base address" text={`${origin}/api/${tenantId}`} isToken />
          </Section>
          {role === 'Owner' && <DeleteTenant />}
        </>
      )}
    </PageFrame>
  );
}
