/** A button that leads to another page of the product. */
'use client';

import { Button, type ButtonProps } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PageLink } from './PageLink';

interface Props extends ButtonProps {
  href: string;
  icon: Icon;
  iconSize?: number;
  'aria-label'?: string;
  children: ReactNode;
}

export function LinkButton({ icon: Drawing, iconSize = 15, ...props }: Props) {
  return <Button component={PageLink} variant="default" leftSection={<Drawing size={iconSize} aria-hidden="true" />} {...props} />;
}
