const MOST_CHARACTERS = 700;

/** Describes in a few lines what a person saw when a test failed: the text of the page. */
export function describeScreen(text: string): string {
  const shown = text.replaceAll(/\s*\n\s*/g, ' | ').trim();
  return `\nOn the screen: ${shown === '' ? 'nothing' : shown.slice(0, MOST_CHARACTERS)}`;
}
