/** Describes the screen at a test failure: dialogs and toasts, then the page; runs in the page. */
export function describeScreen(): string {
  const parts = [...document.querySelectorAll<HTMLElement>('[role="dialog"], [role="alert"], main')];
  const shown = (parts.length > 0 ? parts : [document.body]).map(({ innerText }) => innerText).join('\n');
  const text = shown.replaceAll(/\s*\n\s*/g, ' | ').trim();
  return `\nOn the screen: ${text === '' ? 'nothing' : text.slice(0, 700)}`;
}
