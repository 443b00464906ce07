/** The home page of a tenant without components: ways to fill it, and what to set up next. */
'use client';

import { Button, Group, Text } from '@mantine/core';
import { IconFileCode, IconPlus, IconTopologyStar3 } from '@tabler/icons-react';
import { isLandscapeEmpty } from '@/client/EmptyTenant';
import { PageLink } from '@/client/PageLink';
import { pageHref } from '@/client/pages';
import { RefusalNote } from '@/client/RefusalNote';
import { useTenant } from '@/client/tenantContext';
import { isRoleAtLeast } from '@/domain/access';
import { countOf } from '@/plain/counts';
import { PageFrame } from '@/ui/PageFrame';
import classes from './Home.module.css';
import type { Overview } from './overview';
import { ConnectPart } from './ConnectPart';
import { ImportDrop } from './ImportDrop';
import { Part } from './Part';
import { SetUpList } from './SetUpList';
import { useSample } from './useSample';

export function StartHere({ overview }: { overview: Overview }) {
  const { name, role } = useTenant();
  const { applications } = overview.size;
  const title = isLandscapeEmpty(overview.size) ? `${name} has no landscape yet` : `${name} has no components yet`;
  if (!isRoleAtLeast(role, 'Editor'))
    return (
      <PageFrame title={title} intro="Editors, Admins and Owners of this tenant can fill it. What they add appears here.">
        {null}
      </PageFrame>
    );
  return (
    <PageFrame
      title={title}
      intro={`${
        applications === 0
          ? 'Describe your applications, their components and what these depend on.'
          : `${countOf(applications, 'application')} ${applications === 1 ? 'is' : 'are'} recorded: describe the components and what these depend on.`
      } Faultline then shows what breaks when something fails.`}
    >
      <div className={classes.grid}>
        <SamplePart />
        <ImportPart />
        <ConnectPart />
        <SetUpList overview={overview} />
      </div>
    </PageFrame>
  );
}

function SamplePart() {
  const sample = useSample();
  return (
    <Part title="Look around first" intro="The sample is a web shop with 33 components. You can undo it in the manifest history.">
      <Button
        size="sm"
        leftSection={<IconTopologyStar3 size={16} aria-hidden="true" />}
        loading={sample.isPending}
        onClick={() => sample.mutate()}
      >
        Load the sample landscape
      </Button>
      {sample.error !== null && <RefusalNote error={sample.error} />}
    </Part>
  );
}

function ImportPart() {
  const { tenantId } = useTenant();
  return (
    <Part title="Bring your own" intro="Nothing changes until you have seen a preview and applied it.">
      <ImportDrop />
      <Group gap="xs" mt="sm">
        <Button
          component={PageLink}
          href={pageHref(tenantId, 'manifest')}
          variant="default"
          leftSection={<IconFileCode size={15} aria-hidden="true" />}
        >
          Write a manifest
        </Button>
        <Button
          component={PageLink}
          href={`${pageHref(tenantId, 'inventory/applications')}?new=true`}
          variant="default"
          leftSection={<IconPlus size={15} aria-hidden="true" />}
        >
          Add an application by hand
        </Button>
      </Group>
      <Text size="xs" c="dimmed" mt={8}>
        A pipeline can send a manifest too: see the command line and the API reference.
      </Text>
    </Part>
  );
}
