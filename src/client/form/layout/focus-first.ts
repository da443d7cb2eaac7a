/** What is looked for, in this order: buttons such as Remove stand before the fields they concern. */
const WANTED = ['input:checked', 'input:not([type="hidden"]), select, textarea', 'button'];

/** Focuses the chosen option or else the first control inside an element. @returns whether there was one */
export function focusFirst(element: Element | null, options?: FocusOptions): boolean {
  for (const selector of WANTED) {
    const control = element?.querySelector<HTMLElement>(selector);
    if (!control) continue;
    control.focus(options);
    return true;
  }
  return false;
}
