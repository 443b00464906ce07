/** Buttons over a picture: closer, farther, all of it. */
'use client';

import { ActionIcon, Tooltip } from '@mantine/core';
import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import type { GraphHandle } from './GraphCanvas';
import classes from './overlay.module.css';

const STEP = 1.3;

export function GraphControls({ graph, children }: { graph: RefObject<GraphHandle | null>; children?: ReactNode }) {
  return (
    <div className={classes.controls} role="toolbar" aria-label="Picture" aria-orientation="vertical">
      <Control label="Zoom in" onClick={() => graph.current?.zoomBy(STEP)}>
        <IconPlus size={16} aria-hidden="true" />
      </Control>
      <Control label="Zoom out" onClick={() => graph.current?.zoomBy(1 / STEP)}>
        <IconMinus size={16} aria-hidden="true" />
      </Control>
      <Control label="Show everything" onClick={() => graph.current?.fit()}>
        <IconMaximize size={16} aria-hidden="true" />
      </Control>
      {children}
    </div>
  );
}

export function Control({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <Tooltip label={label} position="left">
      <ActionIcon variant="default" size={30} aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
