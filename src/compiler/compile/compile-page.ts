import type { PageDefinition } from '#form/definition/definition.ts';
import { collectNames, type Names } from '../source/names.ts';
import type { FilePair, SourceSet } from '../source/source-set.ts';
import { compileQuestion } from './compile-question.ts';
import type { CompileContext } from './context.ts';
import { layoutConditions } from './layout-conditions.ts';
import { conjunctionOf } from './negate.ts';
import type { PageParts, PageWalk, TakenNames } from './page-walk.ts';
import type { Scope } from './scope.ts';
import { walkNodes } from './walk-layout.ts';

export type PageHead = Pick<PageDefinition, 'id' | 'path' | 'title' | 'saveTo' | 'backTo'>;

/** The scope of a page or card: its own names first, then those of the whole form. */
export function pageScope(pair: FilePair, sources: SourceSet, form?: Names): Scope {
  const outer = form && { pair, names: form, prefix: '', outer: undefined };
  return { pair, names: collectNames(pair, sources), prefix: '', outer };
}

/** A page (or card) file pair → the page of the definition. Faults go to the context's report. */
export function compilePage(
  head: PageHead,
  scope: Scope,
  taken: TakenNames,
  context: CompileContext,
): PageDefinition {
  const parts: PageParts = { placed: [], clears: new Map() };
  const walk: PageWalk = {
    page: head.id,
    context,
    parts,
    taken,
    scope,
    inRow: false,
    messagePrefix: '',
    required: undefined,
    titles: new Map(),
    autofill: undefined,
    repeated: undefined,
  };
  const layout = walkNodes(scope.pair.ui.at('ui:layout')?.items() ?? [], walk);
  const { around, clearing } = layoutConditions(layout, { clears: parts.clears, parts: partKeys(parts) });
  const questions = parts.placed.map((placed) => {
    const conditions = [...(around.get(placed.partOf ?? placed.key) ?? []), ...placed.conditions];
    return [placed.key, compileQuestion(placed, conjunctionOf(conditions))] as const;
  });
  return { ...head, questions: Object.fromEntries(questions), layout, clearing };
}

/** Key of a question → the keys that its widget writes too. */
function partKeys({ placed }: PageParts): ReadonlyMap<string, readonly string[]> {
  const parts = Map.groupBy(placed, ({ partOf }) => partOf ?? '');
  return new Map([...parts].map(([key, own]) => [key, own.map((part) => part.key)]));
}
