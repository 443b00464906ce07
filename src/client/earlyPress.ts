/** What is pressed before the page's code is there: kept and pressed again once it is. Else it would be lost, or the browser would send a form its own way, with what was typed in the address. */

/** Runs in the head, before anything can be pressed. The last press holds, as it does where two follow each other on a ready page. Links go their own way. */
export const KEEP_EARLY_PRESS = `(function () {
  var pressed = null;
  function keep(event) {
    var button = event.target instanceof Element ? event.target.closest('button') : null;
    if (button === null) return;
    event.preventDefault();
    pressed = button;
  }
  document.addEventListener('click', keep, true);
  window.faultlinePageReady = function () {
    document.removeEventListener('click', keep, true);
    if (pressed !== null && pressed.isConnected) pressed.click();
    pressed = null;
  };
})();`;

declare global {
  interface Window {
    faultlinePageReady?: () => void;
  }
}

export function pressWhatWasPressedEarly(): void {
  window.faultlinePageReady?.();
}
