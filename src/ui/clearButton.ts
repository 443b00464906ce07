/** For the button that empties a choice: the library hides it from keyboards and screen readers, who would have no other way. */
export function clearButton(label: string): { 'aria-label': string; 'aria-hidden': false; tabIndex: 0 } {
  return { 'aria-label': label, 'aria-hidden': false, tabIndex: 0 };
}
