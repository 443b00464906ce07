/** The landscape as code: write or load a manifest, preview it, apply it. The editor renders only in the browser. */
'use client';

import { Skeleton, Stack } from '@mantine/core';
import dynamic from 'next/dynamic';

export const ManifestPage = dynamic(() => import('./Workbench').then(({ Workbench }) => Workbench), {
  ssr: false,
  loading: () => (
    <Stack p="md" role="status" aria-label="Opening the editor">
      <Skeleton h={28} w={240} />
      <Skeleton style={{ flex: 1 }} mih={320} />
    </Stack>
  ),
});
