import { questionsOf, tabGroupsOf, allNodes } from '#form/definition/form-part.ts';
import type { CompiledPartner } from '#compiler/compile/compile-partner.ts';
import type { Cursor } from '#compiler/source/cursor.ts';
import type { Report } from '#compiler/source/fault.ts';
import { formerNameCure } from '#compiler/source/names.ts';
import { meantCure } from '#compiler/source/nearest.ts';
import type { SourceSet } from '#compiler/source/source-set.ts';

/** What the invented students of `personas/` decide is something that the form of some partner asks. */
export function checkPersonas(
  sources: SourceSet,
  partners: readonly CompiledPartner[],
  report: Report,
): void {
  const forms = partners.map(({ definition }) => definition);
  const groups = forms.flatMap((form) => form.pages.flatMap(({ layout }) => allNodes(layout)));
  const addAnothers = groups.flatMap((node) => (node.kind === 'addAnother' ? [node.id] : []));
  const decided = [
    ['answers', 'the key of a question', forms.flatMap((form) => [...questionsOf(form).keys()])],
    ['tabs', 'the id of a tab group', forms.flatMap((form) => tabGroupsOf(form).map(({ id }) => id))],
    ['counts', 'the id of an add-another', addAnothers],
  ] as const;
  const former = new Map(
    partners.flatMap(({ former: names }) =>
      [...names.keys, ...names.groups].map(({ from, to }) => [from, to] as const),
    ),
  );
  for (const persona of sources.filesIn('personas').values()) {
    for (const [member, what, names] of decided)
      reportUnknown(persona.at(member), { known: new Set(names), former, what }, report);
  }
}

type Known = {
  readonly known: ReadonlySet<string>;
  readonly former: ReadonlyMap<string, string>;
  readonly what: string;
};

function reportUnknown(decided: Cursor | undefined, { known, former, what }: Known, report: Report): void {
  for (const [name, at] of decided?.members() ?? []) {
    if (known.has(name)) continue;
    const today = former.get(name);
    report(at, {
      code: 'persona',
      found: `a decision of "${name}", which the form does not have`,
      expected: what,
      cure: today === undefined ? meantCure(name, known, 'Remove the line.') : formerNameCure(name, today),
    });
  }
}
