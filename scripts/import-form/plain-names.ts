/** `firstName`, `First name` → `first_name`; never starts with a digit. */
export function keyFrom(name: string): string {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  const plain = words
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  return /^[a-z]/.test(plain) ? plain : `q_${plain}`.replace(/_$/, '');
}

/** `first_name` → `First Name`; names with spaces stay. */
export function titleFrom(name: string): string {
  if (/\w\s\w/.test(name)) return plainText(name);
  const words = keyFrom(name).replace(/^q_/, '').split('_').filter(Boolean);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') || 'Answer';
}

/** Returns a name that is not taken: `name`, `name_2`. */
export function freeName(name: string, taken: ReadonlySet<string>, separator = '_'): string {
  const numbers = Array.from({ length: taken.size + 1 }, (_, index) => `${name}${separator}${index + 2}`);
  return [name, ...numbers].find((one) => !taken.has(one)) ?? name;
}

/** Removes markup, and braces, which are placeholders here. */
export function plainText(text: string): string {
  return text
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/!?\[([^\]]+)\]\(([^)]+)\)/g, '$1 ($2)')
    .replaceAll(/[*_]{2}([^*_]+)[*_]{2}/g, '$1')
    .replaceAll(/&(?:[a-z]+|#x?[0-9a-f]+);/gi, ' ')
    .replaceAll('`', '')
    .replaceAll(/\$?\{/g, '(')
    .replaceAll('}', ')')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
