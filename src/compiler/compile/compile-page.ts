import type { PageDefinition } from '#form/definition/definition.ts';
import { collectNames, type Names } from '../source/names.ts';
import type { FilePair, SourceSet } from '../source/source-set.ts';
import { compileQuestion } from './compile-question.ts';
import type { Context } from './context.ts';
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
  context: Context,
): PageDefinition {
  const parts: PageParts = { placed: [], clearing: [] };
  const walk: PageWalk = {
    page: head.id,
    context,
    parts,
    taken,
    scope,
    visible: [],
    messagePrefix: '',
    required: undefined,
    titles: new Map(),
    autofill: undefined,
    repeated: undefined,
  };
  const layout = walkNodes(scope.pair.ui.at('ui:layout')?.items() ?? [], walk);
  const questions = Object.fromEntries(parts.placed.map((placed) => [placed.key, compileQuestion(placed)]));
  return { ...head, questions, layout, clearing: parts.clearing };
}
