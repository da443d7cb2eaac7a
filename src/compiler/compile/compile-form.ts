import { createHash } from 'node:crypto';
import type { CardDefinition, FormDefinition, PageDefinition } from '#form/definition/definition.ts';
import type { OptionList } from '#form/definition/option-list.ts';
import type { Cursor } from '../source/cursor.ts';
import { collectNames, joinNames, type Names } from '../source/names.ts';
import type { SourceSet } from '../source/source-set.ts';
import { compileMoves } from './compile-moves.ts';
import { compilePage, type PageHead, pageScope } from './compile-page.ts';
import { relatePages } from './compile-relations.ts';
import type { CompileContext } from './context.ts';
import { type FormerNames, formerNames } from './former-names.ts';
import { emptyTaken, type TakenNames } from './page-walk.ts';
import { sensitiveAnswers } from './sensitive-answers.ts';
import { isRecord } from '#form/definition/is-record.ts';

export type CompiledForm = {
  readonly definition: FormDefinition;
  readonly taken: TakenNames;
  /** What its files may name, of all pages. */
  readonly names: Names;
  readonly former: FormerNames;
};

/** The whole form for one partner, as far as it can be compiled. */
export function compileForm(context: CompileContext): CompiledForm {
  const form = context.sources.cursor('form.json');
  const taken = emptyTaken();
  const names = formNames(form, context.sources);
  const pages = (form?.at('pages')?.items() ?? []).flatMap((entry): readonly PageDefinition[] => {
    const id = entry.at('page')?.text() ?? '';
    const pair = context.sources.pair(`pages/${id}`);
    return pair ? [compilePage(headOf(entry), pageScope(pair, context.sources, names), taken, context)] : [];
  });
  const fullName = nameParts('fullName', form, taken);
  const former = formerNames(taken);
  const definition = {
    title: form?.at('title')?.text() ?? '',
    pages: relatePages(pages, { taken, ...fullName }, context),
    defaultPage: form?.at('defaultPage')?.text() ?? '',
    ...pageNamed('submitErrorTo', form),
    greetingName: (form?.at('greetingName')?.texts() ?? []).filter((key) => taken.keys.has(key)),
    ...fullName,
    ...nameParts('sortName', form, taken),
    ...homeState(form, taken),
    options: compileOptions(context),
    ...compileMoves(former, taken, context.sources),
    ...sensitiveAnswers(former, taken),
  };
  return { definition: { hash: hashJson(definition), ...definition }, taken, names, former };
}

function headOf(entry: Cursor): PageHead {
  return {
    id: entry.at('page')?.text() ?? '',
    path: entry.at('path')?.text() ?? '',
    title: entry.at('title')?.text() ?? '',
    ...pageNamed('saveTo', entry),
    ...pageNamed('backTo', entry),
  };
}

type PageTarget = 'saveTo' | 'backTo' | 'submitErrorTo';

/** A page that a button leads to, where the file names one. */
function pageNamed(member: PageTarget, holder: Cursor | undefined): Partial<Record<PageTarget, string>> {
  const id = holder?.at(member)?.text();
  return id === undefined ? {} : { [member]: id };
}

type NameParts = 'fullName' | 'sortName';

/** The questions that make up a name, where the file names them, without those of other partners. */
function nameParts(
  member: NameParts,
  form: Cursor | undefined,
  { keys }: TakenNames,
): Partial<Record<NameParts, readonly string[]>> {
  const named = form?.at(member)?.texts();
  return named === undefined ? {} : { [member]: named.filter((key) => keys.has(key)) };
}

/** The question that says where the student lives, where the file names one that the partner asks. */
function homeState(form: Cursor | undefined, { keys }: TakenNames): Pick<FormDefinition, 'homeState'> {
  const key = form?.at('homeState')?.text();
  return key !== undefined && keys.has(key) ? { homeState: key } : {};
}

/** The log-in cards by the name of their files. */
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
  const pages = (form?.at('pages')?.items() ?? []).flatMap((entry) => {
    const pair = sources.pair(`pages/${entry.at('page')?.text() ?? ''}`);
    return pair ? [collectNames(pair, sources)] : [];
  });
  return joinNames(pages);
}

/** All lists, fixed or counted from today's year, by file name. */
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
  return (list?.at('options')?.items() ?? []).map((option) => {
    const group = option.at('group')?.text();
    const aliases = option.at('aliases')?.texts();
    return {
      value: option.at('value')?.text() ?? '',
      label: option.at('label')?.text() ?? '',
      ...(group === undefined ? {} : { group }),
      ...(aliases === undefined ? {} : { aliases }),
    };
  });
}

/** SHA-256 (hex) over a JSON value, the same whatever the order of the members of its objects. */
function hashJson(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => {
    if (!isRecord(member)) return member;
    return Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}
