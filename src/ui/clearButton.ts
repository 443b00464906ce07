/** For the button that clears a choice: Mantine hides it from keyboards and screen readers, which would have no other way. */
export function clearButton(label: string): { 'aria-label': string; 'aria-hidden': false; tabIndex: 0 } {
  return { 'aria-label': label, 'aria-hidden': false, tabIndex: 0 };
}
