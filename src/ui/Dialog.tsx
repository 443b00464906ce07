/** A dialog that exists only while it is open; the focus then returns to what opened it. */
'use client';

import { Modal, type ModalProps } from '@mantine/core';
import { useFocusBack } from './useFocusBack';

interface Props extends Omit<ModalProps, 'opened'> {
  /** What it shows is shown only once: neither Escape nor a stray click closes it, but a button in it. */
  isKept?: boolean;
}

const KEPT = { closeOnClickOutside: false, closeOnEscape: false, withCloseButton: false } as const;

export function Dialog({ isKept = false, ...modal }: Props) {
  useFocusBack();
  return <Modal opened {...modal} {...(isKept ? KEPT : {})} />;
}
