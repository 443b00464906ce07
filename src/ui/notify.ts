/** Shows a notice in the corner of the page for a moment. Its code is loaded with the first notice, or once the page is idle. */
import type { NotificationData } from '@mantine/notifications';
import { useSyncExternalStore } from 'react';
import { keepTrying, later } from './later';

const library = later(() => import('@mantine/notifications'));
const listeners = new Set<() => void>();
let hasSpoken = false;

export function notify(notice: NotificationData): void {
  hasSpoken = true;
  for (const listener of listeners) listener();
  keepTrying(library, ({ notifications }) => notifications.show(notice));
}

/** Hides a notice by its id. */
export function hideNotice(id: string): void {
  keepTrying(library, ({ notifications }) => notifications.hide(id));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether any notice was shown since the page was opened. */
export function useHasNotices(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => hasSpoken,
    () => false,
  );
}
