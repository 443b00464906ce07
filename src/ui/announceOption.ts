/**
 * Tells screen readers which option of a list Enter would select. Mantine marks it in the list, but names it at the input only after an
 * arrow key; this names it whenever it changes, also while typing. Pass it as the ref of the list.
 */
export function announceOption(list: HTMLElement | null, fieldId: string): (() => void) | undefined {
  if (list === null) return undefined;
  const field = list.ownerDocument.getElementById(fieldId);
  const tell = (): void => {
    const selected = list.querySelector('[data-combobox-selected]');
    if (selected === null) field?.removeAttribute('aria-activedescendant');
    else field?.setAttribute('aria-activedescendant', selected.id);
  };
  const observer = new MutationObserver(tell);
  observer.observe(list, { subtree: true, childList: true, attributeFilter: ['data-combobox-selected'] });
  tell();
  return () => {
    observer.disconnect();
    field?.removeAttribute('aria-activedescendant');
  };
}
