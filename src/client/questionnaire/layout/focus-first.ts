/**
 * What is looked for, in this order: buttons such as Remove come before the fields they concern, and a question
 * that cannot be answered here has a text in place of a control.
 */
const WANTED = [
  'input:checked',
  'input:not([type="hidden"], [hidden]), select, textarea',
  'button',
  '[tabindex="-1"]',
];

/** Focuses the chosen option or else the first control inside an element. @returns whether there was anything */
export function focusFirst(element: Element | null, options?: FocusOptions): boolean {
  for (const selector of WANTED) {
    const control = element?.querySelector<HTMLElement>(selector);
    if (!control) continue;
    control.focus(options);
    return true;
  }
  return false;
}
