/**
 * Repairs accessibility problems of the API reference's viewer: colours with too little contrast, buttons without a name, forbidden roles,
 * a list that scrolls only by pointer. They refer to the viewer's own class names; if a new version changes these, the page's accessibility
 * journey fails.
 */

/** Each of these colours has a contrast of 4.5 or more on the viewer's lightest and darkest background. */
export const REPAIRED_LOOK = `
html, body { overflow-x: clip; }
/* A button within a button, which copies what the address says once the outer one is pressed. */
.collapsible-section-trigger .scalar-button { display: none; }
.light-mode {
  --scalar-color-2: #5c5c5c !important; --scalar-color-3: #666666 !important; --scalar-sidebar-color-2: #5c5c5c !important;
  --scalar-color-green: #00704a !important; --scalar-color-blue: #0065a8 !important; --scalar-color-yellow: #855d00 !important;
  --scalar-color-orange: #a84300 !important; --scalar-color-red: #bf0000 !important;
}
.dark-mode {
  --scalar-color-3: #9c9c9c !important; --scalar-color-red: #ff7070 !important;
}
`;

/** Runs in the page after the viewer has changed something. */
export const REPAIRS = `
(() => {
  const each = (selector, repair) => document.querySelectorAll(selector).forEach(repair);
  const name = (label) => (element) => element.setAttribute('aria-label', label);
  const repair = () => {
    each('button[aria-selected]:not([role="tab"])', (button) => {
      button.setAttribute('aria-current', button.getAttribute('aria-selected'));
      button.removeAttribute('aria-selected');
    });
    each('aside[role="navigation"]', (aside) => aside.removeAttribute('role'));
    each('button[role="search"]', (button) => {
      button.removeAttribute('role');
      // The words on it name it.
      button.removeAttribute('aria-label');
    });
    each('.client-libraries-list button:not([role])', (button) => {
      button.setAttribute('role', 'tab');
      button.setAttribute('aria-selected', 'false');
      name('More client libraries')(button);
    });
    each('input[role="combobox"]:not([aria-expanded])', (input) => input.setAttribute('aria-expanded', 'true'));
    // A name contains the words on the button: whoever speaks to the page says what is written.
    each('button.show-more[aria-label^="Show all "]', (button) => {
      name(button.textContent.trim() + ': ' + button.getAttribute('aria-label'))(button);
    });
    // Hundreds of them have the same name.
    each('.scalar-card[role="region"]', (card) => card.setAttribute('role', 'group'));
    each('.code-copy:not([aria-label]), button[class*="copy-button"]:not([aria-label])', name('Copy'));
    // Which of them scroll shows only once they are in sight.
    each('ul.endpoints:not([tabindex])', (list) => list.setAttribute('tabindex', '0'));
    // The viewer writes its sections in portions, for seconds on a slow machine: until each that the sidebar names is there, it is busy. Examples have none.
    const named = [...document.querySelectorAll('[data-sidebar-id]:not([data-sidebar-id*="/example/"])')].map((entry) => entry.dataset.sidebarId);
    const isBusy = named.length === 0 || named.some((id) => document.getElementById(id) === null);
    document.getElementById('reference').setAttribute('aria-busy', String(isBusy));
  };
  let isAsked = false;
  const ask = () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      repair();
    });
  };
  new MutationObserver(ask).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-selected', 'role', 'class'] });
  ask();
})();
`;
