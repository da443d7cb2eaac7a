import { isYearList } from '#form/answers/option-lists.ts';
import { companionKey } from '#form/definition/answer.ts';
import type { FormDefinition, Question } from '#form/definition/definition.ts';
import { layoutSteps } from '#form/definition/layout-steps.ts';
import { ATTACHED, isDocumentQuestion } from '#form/documents/document-answers.ts';
import type { CompiledPartner } from '../compile/compile-partner.ts';
import { getOrInsert } from '../source/memoize.ts';
import { HEADER, pascalCase } from './text-module.ts';

type Partners = ReadonlyMap<string, CompiledPartner>;

/** One answer of the map, merged over all partners. */
type Entry = {
  readonly key: string;
  /** As in the first partner. */
  readonly question: Question;
  readonly type: string;
  readonly title: string;
  /** Titles of page and sections. */
  readonly place: readonly string[];
  /** Partners whose form has it. */
  readonly partners: string[];
  /** False if any partner can hide it or makes it optional. */
  isAlways: boolean;
};

/** Generates a type per option list and page, and one for all answers. */
export function answerTypes(partners: Partners): string {
  const pages = [...Map.groupBy(entriesOf(partners).values(), ({ question }) => question.page)];
  const types = [
    ...[...optionValues(partners)].map(([name, values]) => optionType(name, values)),
    ...pages.map(([page, own]) => {
      const members = own.map((entry) => memberOf(entry, partners)).join('');
      return typeNamed(
        `${pascalCase(page)}Page`,
        `The answers of the page "${page}", by key.`,
        ` {\n${members}}`,
      );
    }),
    typeNamed(
      'FormAnswers',
      WHOLE,
      ` ${pages.map(([page]) => `${pascalCase(page)}Page`).join(' & ') || 'object'}`,
    ),
  ];
  return HEADER + types.join('\n');
}

const WHOLE = 'All answers of an application that can be submitted; a draft has any part of them.';

function entriesOf(partners: Partners): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const [partner, { definition }] of partners) {
    for (const page of definition.pages) {
      const headings = headingsOf(page);
      for (const question of Object.values(page.questions)) {
        const heading = headings.get(question.partOf ?? question.key) ?? [];
        const entry = getOrInsert(entries, question.key, () => ({
          key: question.key,
          question,
          type: valueType(question, definition),
          title: question.fullLabel,
          place: [page.title, ...heading],
          partners: [],
          isAlways: true,
        }));
        entry.partners.push(partner);
        entry.isAlways &&= question.required && question.visibleWhen === undefined;
      }
    }
  }
  return entries;
}

function headingsOf(page: Parameters<typeof layoutSteps>[0]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    layoutSteps(page).flatMap(({ node, heading }) => (node.kind === 'question' ? [[node.key, heading]] : [])),
  );
}

/** List name → values; except years, which change over time. */
function optionValues(partners: Partners): ReadonlyMap<string, ReadonlySet<string>> {
  const lists = new Map<string, Set<string>>();
  for (const { definition } of partners.values()) {
    for (const [name, list] of Object.entries(definition.options)) {
      if (isYearList(list)) continue;
      const values = getOrInsert(lists, name, () => new Set<string>());
      for (const { value } of list) values.add(value);
    }
  }
  return lists;
}

function optionType(name: string, values: ReadonlySet<string>): string {
  const literals = [...values].map((value) => `\n  | ${JSON.stringify(value)}`).join('');
  return typeNamed(`${pascalCase(name)}Option`, `What the list "${name}" offers.`, literals || ' never');
}

function typeNamed(name: string, description: string, type: string): string {
  return `${comment(description)}\nexport type ${name} =${type};\n`;
}

/** Generates the lines of a key and its stored label. */
function memberOf(entry: Entry, partners: Partners): string {
  const { key, question, type, title, place, isAlways } = entry;
  const isOptional = !isAlways || entry.partners.length < partners.size;
  const emptied = isOptional && type !== 'string' ? ' | ""' : '';
  const member = (name: string, value: string) => `  readonly ${name}${isOptional ? '?' : ''}: ${value};\n`;
  const label = `  ${comment(`The label of \`${key}\`.`)}\n${member(companionKey(key), 'string')}`;
  const description = [title, place.join(' › '), ...rulesOf(entry, partners)];
  return `  ${comment(description.map(asSentence).join(' '))}\n${member(key, type + emptied)}${question.companion ? label : ''}`;
}

function asSentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text.replace(/:$/, '')}.`;
}

function valueType(question: Question, definition: FormDefinition): string {
  const { type, constraints } = question;
  if (isDocumentQuestion(question)) return JSON.stringify(ATTACHED);
  if (type === 'boolean') return constraints.const === true ? 'true' : 'boolean';
  if (type === 'integer' || type === 'number') return 'number';
  const choice = choiceType(question, definition);
  return type === 'array' ? `readonly ${choice.includes(' ') ? `(${choice})` : choice}[]` : choice;
}

function choiceType({ options, dependsOn }: Question, definition: FormDefinition): string {
  const lists = [...(options === undefined ? [] : [options]), ...Object.values(dependsOn?.lists ?? {})];
  const isOpen = dependsOn?.otherwise !== undefined || lists.length === 0;
  if (isOpen || lists.some((name) => isYearList(definition.options[name] ?? []))) return 'string';
  return [...new Set(lists.map((name) => `${pascalCase(name)}Option`))].join(' | ');
}

/** Lists what a type cannot express, for a docstring; the JSON Schema has the limits. */
function rulesOf({ question, partners }: Entry, all: Partners): readonly string[] {
  const { required, requiredWhen, visibleWhen, currency } = question;
  return [
    partners.length < all.size ? `Only for ${partners.join(', ')}` : undefined,
    visibleWhen && 'Shown conditionally',
    required ? 'Required' : requiredWhen && 'Required conditionally',
    currency && `Amount in ${currency}`,
  ].filter((sentence) => sentence !== undefined);
}

function comment(text: string): string {
  return `/** ${text.replaceAll('*/', String.raw`*\/`)} */`;
}
