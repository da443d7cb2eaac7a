import { counted } from '#form/summary/counted.ts';
import type { CompiledSchemas } from '#compiler/compile-schemas.ts';
import { changedVisibility } from '#compiler/prove/changed-visibility.ts';
import { renamedForm } from '#compiler/changes/renamed-form.ts';
import { readPersonas } from '#compiler/source/personas.ts';

type Partners = CompiledSchemas['partners'];
type Labels = ReadonlyMap<string, string>;

/** Describes for each persona whether it can submit, and which questions changed since `before`. */
export function whoCanSubmit(after: Partners, before: Partners | undefined): readonly string[] {
  const now = new Date();
  const [first] = after.values();
  const personas = first ? readPersonas(first.sources, now) : [];
  const newly = new Map<string, Labels>();
  const noLonger = new Map<string, Labels>();
  const stuck = new Set<string>();
  const unproved = new Set<string>();
  for (const [name, partner] of after) {
    const old = before?.get(name);
    const former = old && renamedForm(old.definition, partner.definition);
    const changes = former ? changedVisibility(former, partner, now) : undefined;
    const able = new Set(changes?.map(({ persona }) => persona.name));
    for (const { name: student } of changes ? personas : []) if (!able.has(student)) stuck.add(student);
    for (const change of changes ?? []) {
      const { name: student } = change.persona;
      if (!change.isProved) unproved.add(student);
      newly.set(student, new Map([...(newly.get(student) ?? []), ...change.newly]));
      noLonger.set(student, new Map([...(noLonger.get(student) ?? []), ...change.noLonger]));
    }
  }
  return personas.map(({ name, title }) => {
    const changes = [
      inWords('is newly asked', newly.get(name)),
      inWords('is no longer asked', noLonger.get(name)),
    ];
    const sentences = [
      unproved.has(name)
        ? 'may be able to submit, which is not proved'
        : stuck.has(name)
          ? 'can no longer submit'
          : 'can still submit',
      ...changes.filter((change) => change !== ''),
    ];
    return `${title.slice(0, 1).toUpperCase()}${title.slice(1)} ${sentences.join(', and ')}.`;
  });
}

/** `is newly asked 2 questions: “Floor”, “Street”`. */
function inWords(what: string, labels: Labels = new Map()): string {
  if (labels.size === 0) return '';
  return `${what} ${counted(labels.size, 'question')}: ${[...labels.values()].map((label) => `“${label}”`).join(', ')}`;
}
