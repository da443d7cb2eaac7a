/**
 * A text as a string of CSS. What could end the string, and every control character, is written by its number
 * (CSS Syntax 3, "Consume a string token").
 */
export function cssString(text: string): string {
  const escaped = text.replace(/["\\\p{Cc}]/gu, (each) => `\\${each.codePointAt(0)?.toString(16) ?? ''} `);
  return `"${escaped}"`;
}
