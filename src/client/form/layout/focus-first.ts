const CONTROLS = 'input:not([type="hidden"]), select, textarea, button';

/** Focuses the chosen option or else the first control inside an element. */
export function focusFirst(element: Element | null, options?: FocusOptions): boolean {
  const control =
    element?.querySelector<HTMLElement>('input:checked') ?? element?.querySelector<HTMLElement>(CONTROLS);
  control?.focus(options);
  return control !== null && control !== undefined;
}
