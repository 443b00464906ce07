/** Reports a component's health by hand, for what no monitoring watches. */
'use client';

import { Button } from '@mantine/core';
import { IconHeartbeat } from '@tabler/icons-react';
import { useState } from 'react';
import { ReportHealthDialog } from './ReportHealthDialog';

export function ReportHealthButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconHeartbeat size={15} aria-hidden="true" />} onClick={() => setOpen(true)}>
        Report health
      </Button>
      {isOpen && <ReportHealthDialog onClose={() => setOpen(false)} />}
    </>
  );
}
