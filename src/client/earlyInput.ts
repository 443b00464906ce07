/**
 * Presses and typing before the page's code has loaded are kept and replayed. Otherwise they would be lost, or the browser would submit the
 * form itself, with the typed text in the URL.
 */

/**
 * Runs in the head, before anything can be pressed. The last press wins, as on a ready page. Links work as usual. React takes the text it
 * finds in a field for text it rendered itself, so it notices a change only if the field's last known value differs. On a busy machine, React
 * may render a part of the page from scratch instead of taking over what the server wrote: then the only control of the same name stands for it.
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
  function nameOf(control) {
    var isOneOfMany = control.matches('[type="radio"], [type="checkbox"]');
    return control.getAttribute('aria-label') || control.textContent.trim() || (isOneOfMany ? '' : control.name);
  }
  function standingFor(control) {
    if (control.isConnected) return control;
    var name = nameOf(control);
    var alike = Array.from(document.querySelectorAll(control.tagName)).filter(function (other) { return name !== '' && nameOf(other) === name; });
    // Of several, the wrong one might be pressed.
    return alike.length === 1 ? alike[0] : null;
  }
  function tellOf(typed) {
    var field = standingFor(typed);
    if (field === null) return null;
    var text = typed.value;
    var cursor = { field: field, text: text, start: typed.selectionStart, end: typed.selectionEnd };
    if (field !== typed && document.activeElement === document.body) field.focus();
    field.value = text + '.';
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    return cursor;
  }
  function putBack(cursor) {
    if (cursor === null || cursor.start === null || cursor.field.value !== cursor.text) return;
    cursor.field.setSelectionRange(cursor.start, cursor.end);
  }
  document.addEventListener('click', keepPress, true);
  document.addEventListener('input', keepText, true);
  window.faultlinePageReady = function () {
    document.removeEventListener('click', keepPress, true);
    document.removeEventListener('input', keepText, true);
    var cursors = Array.from(typedIn).map(tellOf);
    // Once the page has rendered what was typed.
    setTimeout(function () {
      cursors.forEach(putBack);
      var control = pressed === null ? null : standingFor(pressed);
      if (control !== null) control.click();
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
