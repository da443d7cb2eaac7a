import type { CompiledSchemas } from '#compiler/compile-schemas.ts';
import { askedOtherwise } from '#compiler/prove/newly-asked.ts';
import { readPersonas } from '#compiler/source/personas.ts';

type Partners = CompiledSchemas['partners'];
type Labels = ReadonlyMap<string, string>;

/**
 * A sentence for each invented student: that such a student can still submit, and what is asked otherwise than before.
 *
 * @param after forms that each of them can submit
 * @param before the forms that these are compared with; nothing where they are the same
 */
export async function whoCanSubmit(
  after: Partners,
  before: Partners | undefined,
): Promise<readonly string[]> {
  const now = new Date();
  const [first] = after.values();
  const newly = new Map<string, Labels>();
  const noLonger = new Map<string, Labels>();
  for (const [name, partner] of after) {
    const old = before?.get(name);
    for (const change of old ? await askedOtherwise(old.definition, partner, now) : []) {
      const { name: student } = change.persona;
      newly.set(student, new Map([...(newly.get(student) ?? []), ...change.newly]));
      noLonger.set(student, new Map([...(noLonger.get(student) ?? []), ...change.noLonger]));
    }
  }
  const personas = first ? readPersonas(first.sources, now) : [];
  return personas.map(({ name, title }) => {
    const changes = [
      inWords('is newly asked', newly.get(name)),
      inWords('is no longer asked', noLonger.get(name)),
    ];
    const said = ['can still submit', ...changes.filter((change) => change !== '')];
    return `${title.slice(0, 1).toUpperCase()}${title.slice(1)} ${said.join(', and ')}.`;
  });
}

/** `is newly asked 2 questions: “Floor”, “Street”`. */
function inWords(what: string, labels: Labels = new Map()): string {
  if (labels.size === 0) return '';
  const count = labels.size === 1 ? '1 question' : `${labels.size} questions`;
  return `${what} ${count}: ${[...labels.values()].map((label) => `“${label}”`).join(', ')}`;
}
