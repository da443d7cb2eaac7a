import { createHash } from 'node:crypto';
import type {
  CardDefinition,
  CompletionStep,
  FormDefinition,
  LayoutNode,
  PageDefinition,
} from '#form/definition/definition.ts';
import type { OptionList } from '#form/definition/option-list.ts';
import { isRecord } from '#form/definition/own-property.ts';
import type { Cursor } from '../source/cursor.ts';
import { type Names, collectNames, joinNames } from '../source/names.ts';
import type { FilePair, SourceSet } from '../source/source-set.ts';
import { compileMigrations } from './compile-migrations.ts';
import { compileQuestion } from './compile-question.ts';
import { relatePages } from './compile-relations.ts';
import type { CompileContext } from './context.ts';
import { type FormerNames, formerNames } from './former-names.ts';
import { layoutConditions } from './layout-conditions.ts';
import { conjunctionOf } from './negate.ts';
import { conditionOf, shownWhen } from './node-head.ts';
import { resolveCondition } from './resolve-condition.ts';
import type { PageParts, PageWalk, TakenNames } from './page-walk.ts';
import { emptyTaken } from './page-walk.ts';
import type { Scope } from './scope.ts';
import { walkNodes } from './walk-layout.ts';

export type CompiledForm = {
  readonly definition: FormDefinition;
  readonly taken: TakenNames;
  /** Names that the form file can use, from all pages. */
  readonly names: Names;
  readonly former: FormerNames;
};

/** Compiles the form of one partner, as far as possible. */
export function compileForm(context: CompileContext, { cycle }: Pick<FormDefinition, 'cycle'>): CompiledForm {
  const form = context.sources.cursor('form.json');
  const taken = emptyTaken();
  const names = formNames(form, context.sources);
  const pages = (form?.list('pages') ?? []).flatMap((entry): readonly PageDefinition[] => {
    const id = entry.at('page')?.text() ?? '';
    const pair = context.sources.pair(`pages/${id}`);
    if (!pair) return [];
    const scope = pageScope(pair, context.sources, names);
    return [compilePage(headOf(entry, scope, context), scope, taken, context)];
  });
  // Skips questions of other partners.
  const keysNamed = (member: string) =>
    (form?.at(member)?.texts() ?? []).filter((key) => taken.keys.has(key));
  const fullName = form?.at('fullName') && { fullName: keysNamed('fullName') };
  const [homeState] = [form?.at('homeState')?.text() ?? ''].filter((key) => taken.keys.has(key));
  const former = formerNames(taken);
  const definition = {
    title: form?.at('title')?.text() ?? '',
    pages: relatePages(pages, { taken, ...fullName }, context),
    defaultPage: form?.at('defaultPage')?.text() ?? '',
    ...pageNamed('submitErrorTo', form),
    greetingName: keysNamed('greetingName'),
    ...fullName,
    ...(form?.at('sortName') && { sortName: keysNamed('sortName') }),
    ...(homeState !== undefined && { homeState }),
    ...(cycle && { cycle }),
    ...compileCompletion(form, names, context),
    options: compileOptions(context),
    ...compileMigrations(former, taken, context.sources),
  };
  const hash = createHash('sha256').update(canonicalJson(definition)).digest('hex');
  return { definition: { hash, ...definition }, taken, names, former };
}

function headOf(entry: Cursor, scope: Scope, context: CompileContext): PageHead {
  const visibleWhen = conditionOf(entry, { scope, context });
  return {
    ...shownWhen(visibleWhen),
    id: entry.at('page')?.text() ?? '',
    path: entry.at('path')?.text() ?? '',
    title: entry.at('title')?.text() ?? '',
    ...pageNamed('saveTo', entry),
    ...pageNamed('backTo', entry),
  };
}

type PageTarget = 'saveTo' | 'backTo' | 'submitErrorTo';

/** Compiles what follows the submission; the conditions of its steps can name any question. */
function compileCompletion(
  form: Cursor | undefined,
  names: Names,
  context: CompileContext,
): Pick<FormDefinition, 'completion'> {
  const at = form?.at('completion');
  const [start] = form?.list('pages') ?? [];
  const pair = context.sources.pair(`pages/${start?.at('page')?.text() ?? ''}`);
  if (!at || !pair) return {};
  const scope: Scope = { pair, names, prefix: '', outer: undefined };
  const steps = at.list('steps').map((step): CompletionStep => {
    const written = step.at('showWhen');
    const visibleWhen = written && resolveCondition(written, scope, context);
    return { ...linkIn(step), ...(visibleWhen && { visibleWhen }) };
  });
  const groups = at
    .list('further')
    .map((group) => ({ ...titleOf(group), links: group.list('links').map(linkIn) }));
  return {
    completion: { ...(steps.length > 0 && { steps }), ...(groups.length > 0 && { further: groups }) },
  };
}

const titleOf = (at: Cursor) => ({ title: at.at('title')?.text() ?? '' });

/** Reads a link of form.json with its sentence. */
function linkIn(item: Cursor): CompletionStep {
  return { ...titleOf(item), text: item.at('text')?.text() ?? '', link: item.at('link')?.text() ?? '' };
}

/** Returns the target page of a button, if the file names one. */
function pageNamed(member: PageTarget, holder: Cursor | undefined): Partial<Record<PageTarget, string>> {
  const id = holder?.at(member)?.text();
  return id === undefined ? {} : { [member]: id };
}

/** Compiles the log-in cards, by file name. */
export function compileCards(context: CompileContext): Readonly<Record<string, CardDefinition>> {
  const cards = context.sources.pairNames('accounts').flatMap((id) => {
    const pair = context.sources.pair(`accounts/${id}`);
    if (!pair) return [];
    const head = { id, path: `/${id}`, title: pair.ui.at('ui:title')?.text() ?? '' };
    const taken = emptyTaken();
    const page = compilePage(head, pageScope(pair, context.sources), taken, context);
    const submitLabel = pair.ui.at('ui:submit')?.text() ?? '';
    return relatePages([page], { taken }, context).map((card) => [id, { ...card, submitLabel }] as const);
  });
  return Object.fromEntries(cards);
}

function formNames(form: Cursor | undefined, sources: SourceSet): Names {
  const pages = (form?.list('pages') ?? []).flatMap((entry) => {
    const pair = sources.pair(`pages/${entry.at('page')?.text() ?? ''}`);
    return pair ? [collectNames(pair, sources)] : [];
  });
  return joinNames(pages);
}

/** Compiles all option lists by file name; year lists are relative to today. */
function compileOptions({ sources }: CompileContext): Readonly<Record<string, OptionList>> {
  const lists = sources.namesIn('options').map((name) => [name, compileOptionList(name, sources)] as const);
  return Object.fromEntries(lists);
}

function compileOptionList(name: string, sources: SourceSet): OptionList {
  const list = sources.cursor(`options/${name}.json`);
  const years = list?.at('years');
  if (years) {
    const start = years.at('start')?.number();
    const offset = years.at('offset')?.number();
    return {
      years: {
        count: years.at('count')?.number() ?? 0,
        direction: years.at('direction')?.text() === 'past' ? 'past' : 'future',
        ...(start === undefined ? {} : { start }),
        ...(offset === undefined ? {} : { offset }),
      },
    };
  }
  return (list?.list('options') ?? []).map((option) => {
    const group = option.at('group')?.text();
    const aliases = option.at('aliases')?.texts();
    const isExclusive = option.at('exclusive')?.flag();
    return {
      value: option.at('value')?.text() ?? '',
      label: option.at('label')?.text() ?? '',
      ...(isExclusive ? { exclusive: true } : {}),
      ...(group === undefined ? {} : { group }),
      ...(aliases === undefined ? {} : { aliases }),
    };
  });
}

/** SHA-256 (hex) of a JSON value, independent of member order. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => {
    if (!isRecord(member)) return member;
    return Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

type PageHead = Pick<PageDefinition, 'id' | 'path' | 'title' | 'saveTo' | 'backTo' | 'visibleWhen'>;

/** Returns the scope of a page or card: its own names, then those of the form. */
function pageScope(pair: FilePair, sources: SourceSet, form?: Names): Scope {
  const outer = form && { pair, names: form, prefix: '', outer: undefined };
  return { pair, names: collectNames(pair, sources), prefix: '', outer };
}

/** Compiles the file pair of a page or card. Reports faults to the context. */
function compilePage(
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
  const layout = inSection(head, walkNodes(scope.pair.ui.list('ui:layout'), walk), context);
  const { around, clearing } = layoutConditions(layout, { clears: parts.clears, parts: partKeys(parts) });
  const questions = parts.placed.map((placed) => {
    const conditions = [...(around.get(placed.partOf ?? placed.key) ?? []), ...placed.conditions];
    return [placed.key, compileQuestion(placed, conjunctionOf(conditions))] as const;
  });
  return { ...head, questions: Object.fromEntries(questions), layout, clearing };
}

/** Puts the layout of a conditional page into a section, which clears it. */
function inSection(
  { id, visibleWhen }: PageHead,
  children: readonly LayoutNode[],
  { origins }: CompileContext,
): readonly LayoutNode[] {
  const at = visibleWhen && origins.get(visibleWhen);
  if (!at) return children;
  const section = { kind: 'section', id: `page-${id}`, children, visibleWhen } as const;
  origins.set(section, at);
  return [section];
}

/** Question key → additional keys written by its widget. */
function partKeys({ placed }: PageParts): ReadonlyMap<string, readonly string[]> {
  const parts = Map.groupBy(placed, ({ partOf }) => partOf ?? '');
  return new Map([...parts].map(([key, own]) => [key, own.map((part) => part.key)]));
}
