/** Single sign-on of the tenant: which groups get which role, SCIM, and whether members have to use it. */
'use client';

import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import { Unanswered } from '@/client/Unanswered';
import type { SingleSignOn, TenantProvider } from '@/contract/singleSignOn';
import { Section } from '@/ui/Section';
import { ProviderRulesForm } from './ProviderRulesForm';
import { ProviderTokens } from './ProviderTokens';
import { RequireSso } from './RequireSso';

export function SignOnSection() {
  const trpc = useTRPC();
  const signOn = useQuery(trpc.singleSignOn.get.queryOptions({}));
  return (
    <Section title="Single sign-on" intro={<Intro signOn={signOn.data} />}>
      <Unanswered query={signOn} failure="Single sign-on cannot be shown" loading="Single sign-on is loading" rows={2} />
      {signOn.data?.providers.map((provider) => (
        <Provider key={provider.id} provider={provider} scimAddress={signOn.data.scimAddress} />
      ))}
      {signOn.data !== undefined && <Requirement signOn={signOn.data} />}
    </Section>
  );
}

function Intro({ signOn }: { signOn: SingleSignOn | undefined }) {
  if (signOn === undefined || signOn.providers.length > 0)
    return 'The operator of this server sets up identity providers. Here you say what their groups may do.';
  return signOn.hasCommonProvider
    ? 'People sign in with the identity provider of this server. They still need an invitation.'
    : 'No identity provider is set up for this tenant. The operator of this server can add one.';
}

function Provider({ provider, scimAddress }: { provider: TenantProvider; scimAddress: string }) {
  const protocol = provider.protocol === 'oidc' ? 'OpenID Connect' : 'SAML';
  return (
    <Stack gap="sm" component="section" aria-label={`Provider ${provider.id}`}>
      <div>
        <Title order={3}>{provider.id}</Title>
        <Text size="sm" c="dimmed">
          {protocol} for {provider.domains.join(', ')}.{provider.isRequired && ' The operator requires single sign-on for these addresses.'}
        </Text>
      </div>
      <ProviderRulesForm key={provider.version} provider={provider} />
      <ProviderTokens provider={provider} scimAddress={scimAddress} />
    </Stack>
  );
}

function Requirement({ signOn }: { signOn: SingleSignOn }) {
  const { role } = useTenant();
  if (signOn.providers.length === 0 && !signOn.hasCommonProvider && !signOn.requiresSso) return null;
  return <RequireSso signOn={signOn} mayChange={role === 'Owner'} />;
}
