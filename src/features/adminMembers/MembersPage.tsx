/** The members of the tenant and its open invitations. */
'use client';

import { Button, Group, Stack, TextInput, Title } from '@mantine/core';
import { IconSearch, IconUserPlus } from '@tabler/icons-react';
import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useState } from 'react';
import { useAllPages } from '@/client/useAllPages';
import { FailureNote } from '@/client/FailureNote';
import { useTRPC, useTRPCClient } from '@/client/trpc';
import { Unanswered } from '@/client/Unanswered';
import type { Member } from '@/contract/people';
import { ROLES } from '@/domain/vocabulary';
import { FilterMenu } from '@/ui/FilterMenu';
import { PageFrame } from '@/ui/PageFrame';
import { InvitationTable } from './InvitationTable';
import { InviteDialog } from './InviteDialog';
import { MemberTable } from './MemberTable';
import { RemoveMemberDialog } from './RemoveMemberDialog';

const parsers = { search: parseAsString.withDefault(''), role: parseAsArrayOf(parseAsStringLiteral(ROLES)).withDefault([]) };

export function MembersPage() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const [{ search, role }, setFilters] = useQueryStates(parsers, { history: 'replace', scroll: false });
  const [isInviting, setInviting] = useState(false);
  const [removed, setRemoved] = useState<Member | null>(null);
  const members = useAllPages(trpc.members.list.queryKey(), client.members.list.query);
  const invitations = useAllPages(trpc.invitations.list.queryKey(), client.invitations.list.query);
  const wanted = search.trim().toLowerCase();
  const shown = (members.data ?? []).filter(
    (member) => `${member.name}\n${member.email}`.toLowerCase().includes(wanted) && (role.length === 0 || role.includes(member.role)),
  );

  return (
    <PageFrame
      title="Members"
      width="medium"
      intro="The people who can see and change this landscape. Each role is explained where you choose it."
      actions={
        <Button leftSection={<IconUserPlus size={15} aria-hidden="true" />} onClick={() => setInviting(true)}>
          Invite somebody
        </Button>
      }
    >
      <Unanswered query={members} failure="The members cannot be shown" loading="The members are loading" />
      {members.data !== undefined && (
        <>
          <Group gap="xs">
            <TextInput
              size="xs"
              w={240}
              aria-label="Search members by name or e-mail"
              placeholder="Search by name or e-mail"
              leftSection={<IconSearch size={14} aria-hidden="true" />}
              value={search}
              onChange={(event) => void setFilters({ search: event.currentTarget.value || null })}
            />
            <FilterMenu label="Role" values={ROLES} chosen={role} onChange={(chosen) => void setFilters({ role: chosen })} />
          </Group>
          <MemberTable members={shown} onRemove={setRemoved} />
        </>
      )}
      {invitations.isError && (
        <FailureNote title="The invitations cannot be shown" error={invitations.error} onRetry={() => void invitations.refetch()} />
      )}
      {invitations.data !== undefined && (
        <Stack gap="xs" mt="sm">
          <Title order={2}>Invitations</Title>
          <InvitationTable invitations={invitations.data} />
        </Stack>
      )}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {removed !== null && <RemoveMemberDialog member={removed} onClose={() => setRemoved(null)} />}
    </PageFrame>
  );
}
