/** Says something in the corner of the page for a moment. What draws it is fetched with the first thing that is said, or once the page is at rest. */
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

/** Takes a notice back, by its id. */
export function hideNotice(id: string): void {
  keepTrying(library, ({ notifications }) => notifications.hide(id));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether anything was said since the page was opened. */
export function useHasNotices(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => hasSpoken,
    () => false,
  );
}
