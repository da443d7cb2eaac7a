import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CardDefinition, FormDefinition } from '#form/definition/definition.ts';

const folder = path.resolve(import.meta.dirname, '../../src/generated/partners/default');

/** The questionnaire as the server and the browser under test use it. */
export function readForm(): FormDefinition {
  return JSON.parse(readFileSync(path.join(folder, 'form.json'), 'utf8'));
}

/** A log-in card by its name in schemas/accounts. */
export function readCard(name: string): CardDefinition {
  const cards: Record<string, CardDefinition> = JSON.parse(
    readFileSync(path.join(folder, 'cards.json'), 'utf8'),
  );
  const card = cards[name];
  if (!card) throw new Error(`There is no card "${name}" in ${folder}/cards.json`);
  return card;
}
