/**
 * Makes the style element of the toasts before their style library (goober) does: that one would use `innerHTML`,
 * which the page's policy forbids. The library finds it by its id and takes the nonce from the window.
 *
 * @param nonce of this answer's content security policy
 */
export function prepareToastStyles(page: Document, nonce: string): void {
  const style = page.createElement('style');
  style.id = '_goober';
  style.nonce = nonce;
  // The library writes into this text.
  style.append(' ');
  page.head.append(style);
  if (page.defaultView) Reflect.set(page.defaultView, '__nonce__', nonce);
}
