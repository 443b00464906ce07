/**
 * The bar below a picture: a one-line legend that expands upwards, and the buttons that move the picture. It is never on top of the
 * picture.
 */
'use client';

import { ActionIcon, Popover, Tooltip, UnstyledButton } from '@mantine/core';
import { IconChevronUp, IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import type { CanvasHandle } from '@/canvas/PictureCanvas';
import classes from './PictureBar.module.css';

const STEP = 1.3;

interface Props {
  canvas: RefObject<CanvasHandle | null>;
  /** A one-line legend of the colours and signs on the screen. */
  summary: ReactNode;
  /** The full legend. */
  legend: ReactNode;
  /** More buttons. */
  children?: ReactNode;
}

export function PictureBar({ canvas, summary, legend, children }: Props) {
  return (
    <div className={classes.bar}>
      <Popover position="top-start" shadow="md" width={330} returnFocus trapFocus>
        <Popover.Target>
          <UnstyledButton className={classes.legend} data-legend>
            <span className={classes.word}>Legend</span>
            <IconChevronUp size={14} aria-hidden="true" />
            <span className={classes.summary}>{summary}</span>
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown tabIndex={-1} aria-label="Legend">
          {legend}
        </Popover.Dropdown>
      </Popover>
      <div className={classes.buttons} role="toolbar" aria-label="Picture">
        {children}
        <BarButton label="Zoom out" onClick={() => canvas.current?.zoomBy(1 / STEP)}>
          <IconMinus size={16} aria-hidden="true" />
        </BarButton>
        <BarButton label="Zoom in" onClick={() => canvas.current?.zoomBy(STEP)}>
          <IconPlus size={16} aria-hidden="true" />
        </BarButton>
        <BarButton label="Show everything" onClick={() => canvas.current?.fit()}>
          <IconMaximize size={16} aria-hidden="true" />
        </BarButton>
      </div>
    </div>
  );
}

interface ButtonProps {
  label: string;
  onClick: () => void;
  children: ReactNode;
  /** Of a button that switches something on and off. */
  isOn?: boolean;
}

export function BarButton({ label, onClick, children, isOn }: ButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={isOn === true ? 'light' : 'subtle'}
        color={isOn === true ? undefined : 'gray'}
        size={28}
        aria-label={label}
        aria-pressed={isOn}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
