// Browsers let a script in a frame take the focus from the page around it. What a builder types in the chat would go to the app whenever the
// app moves its focus by itself: on a hot update, on a page change, when a dialog closes.

/** A pointer pressed in the frame gives it the focus only after the app's handlers have run. */
let isPressed = false;
addEventListener('pointerdown', ({ isTrusted }) => (isPressed ||= isTrusted), true);
addEventListener('blur', () => {
  isPressed = false;
});

for (const { prototype } of [HTMLElement, SVGElement]) {
  const { focus } = prototype;
  prototype.focus = function (options?: FocusOptions) {
    if (isPressed || document.hasFocus()) focus.call(this, options);
  };
}
