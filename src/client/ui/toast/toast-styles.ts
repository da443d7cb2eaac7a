/** Creates goober's style element with the nonce. */
export function prepareToastStyles(page: Document, nonce: string): void {
  const style = page.createElement('style');
  style.id = '_goober';
  style.nonce = nonce;
  // goober writes into this text node.
  style.append(' ');
  page.head.append(style);
  if (page.defaultView) Reflect.set(page.defaultView, '__nonce__', nonce);
}
