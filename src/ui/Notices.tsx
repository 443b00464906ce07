/** Where notices appear: not over the buttons of a form, which is at the right, or on a phone fills the page down to its buttons. */
'use client';

import '@mantine/notifications/styles.css';
import { useMediaQuery } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';

/** Where side panels fill the page. */
const NARROW = '(max-width: 820px)';

export function Notices() {
  const isNarrow = useMediaQuery(NARROW);
  return <Notifications position={isNarrow === true ? 'top-center' : 'bottom-center'} />;
}
