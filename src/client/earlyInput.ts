/**
 * Presses and typing before the page's code has loaded are kept and replayed. Otherwise they would be lost, or the browser would submit the
 * form itself, with the typed text in the URL.
 */

/**
 * Runs in the head, before anything can be pressed. The last press wins, as on a ready page. Links work as usual. React takes the text it
 * finds in a field for text it rendered itself, so it notices a change only if the field's last known value differs.
 */
export const KEEP_EARLY_INPUT = `(function () {
  var pressed = null;
  var typedIn = new Set();
  function keepPress(event) {
    var part = event.target instanceof Element ? event.target.closest('button, label, input') : null;
    var control = part instanceof HTMLLabelElement ? part.control : part;
    if (control === null || !control.matches('button, [type="radio"], [type="checkbox"]')) return;
    event.preventDefault();
    pressed = control;
  }
  function keepText(event) {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) typedIn.add(event.target);
  }
  function tellOf(field) {
    var text = field.value;
    var cursor = { field: field, text: text, start: field.selectionStart, end: field.selectionEnd };
    field.value = text + '.';
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    return cursor;
  }
  function putBack(cursor) {
    if (cursor.start !== null && cursor.field.value === cursor.text) cursor.field.setSelectionRange(cursor.start, cursor.end);
  }
  document.addEventListener('click', keepPress, true);
  document.addEventListener('input', keepText, true);
  window.faultlinePageReady = function () {
    document.removeEventListener('click', keepPress, true);
    document.removeEventListener('input', keepText, true);
    var cursors = Array.from(typedIn).filter(function (field) { return field.isConnected; }).map(tellOf);
    // Once the page has rendered what was typed.
    setTimeout(function () {
      cursors.forEach(putBack);
      if (pressed !== null && pressed.isConnected) pressed.click();
    });
  };
})();`;

declare global {
  interface Window {
    faultlinePageReady?: (() => void) | undefined;
  }
}

export function takeEarlyInput(): void {
  window.faultlinePageReady?.();
  window.faultlinePageReady = undefined;
}

/** For the frame of a page: a part that can be used later says so itself. */
export function takeEarlyInputOfFrame(): void {
  if (document.querySelector('[data-ready-later]') === null) takeEarlyInput();
}
