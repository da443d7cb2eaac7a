import { SCREEN_PATHS, SERVER_PATHS } from '#form/definition/reserved-paths.ts';
import { convertObject } from './convert-object.ts';
import { type Context, FormDraft, type LayoutNode, newScope, shownWhen } from './form-draft.ts';
import { freeName, keyFrom, plainText } from './plain-names.ts';
import { helpOf, lookOf, titleOf, typeOf } from './convert-question.ts';
import { type FormSource, type Member, type Part, child, textOf } from './schema-source.ts';

/** Converts a schema to the files of a questionnaire, without the partner. */
export function convertForm(source: FormSource): FormDraft {
  const draft = new FormDraft(source);
  const root = source.open(source.schema);
  if (!root) return draft;
  const part = typeOf(root) === 'object' ? root : asProperty(source.schema);
  const title = plainText(textOf(part.words.get('title')) ?? '') || 'Our Form';
  const keys = new Set<string>();
  const whole = { name: 'questions', title, part, path: [], ui: source.ui };
  const groups = hasPages(part, source) ? groupsOf(part, source) : [whole];
  const pages = groups.flatMap((group) => writePage(group, { draft, keys }) ?? []);
  const names = [...keys].filter((key) => /(?:^|_)(?:first_?)?name$/.test(key)).slice(0, 1);
  draft.files['form.json'] = {
    $schema: './meta/form.meta.json',
    title,
    pages: pages.map((page) => ({ page: page.id, path: `/${page.id}`, title: page.title })),
    defaultPage: pages[0]?.id,
    greetingName: names,
  };
  return draft;
}

/** A schema of one answer becomes the only question of the form. */
function asProperty(at: Member): Part {
  return { at, words: new Map(), properties: new Map([['answer', at]]), required: new Set(), branches: [] };
}

function isGroup(part: Part | undefined): boolean {
  return part !== undefined && typeOf(part) === 'object' && part.properties.size > 0;
}

/** Whether a form has groups alone, each of which becomes a page. */
function hasPages(part: Part, source: FormSource): boolean {
  const groups = [...part.properties.values()].map((one) => source.open(one));
  const isAlone = part.branches.length === 0 && !part.words.has('oneOf') && !part.words.has('anyOf');
  return groups.length > 1 && groups.every(isGroup) && isAlone && !part.words.has('dependencies');
}

function groupsOf(part: Part, source: FormSource): readonly Group[] {
  return [...part.properties].flatMap(([name, member]) => {
    const group = source.open(member);
    const ui = child(source.ui, name);
    if (!group) return [];
    return [{ name, title: titleOf(group, lookOf(ui), name), part: group, path: [name], ui }];
  });
}

/** What a page is made of. */
type Group = Pick<Context, 'path' | 'ui'> & {
  readonly name: string;
  readonly title: string;
  readonly part: Part;
};
type Into = { readonly draft: FormDraft; readonly keys: Set<string> };

/** Writes a page. @returns its name and title; undefined without questions */
function writePage({ name, title, part, path, ui }: Group, { draft, keys }: Into) {
  const files = Object.keys(draft.files).map((file) => file.replace(/^pages\/|\.\w+\.json$/g, ''));
  const taken = new Set([...files, ...SCREEN_PATHS, ...SERVER_PATHS]);
  const id = freeName(keyFrom(name).replaceAll('_', '-'), taken, '-');
  const scope = newScope(`pages/${id}`, keys);
  const context: Context = { draft, scope, path, ui, convert: convertObject };
  const section = draft.id(id);
  const children = convertObject(part, context);
  if (children.length === 0) return undefined;
  shownWhen(scope.placed.values());
  const help = helpOf(part, lookOf(ui));
  const node: LayoutNode = { kind: 'section', id: section, title, ...(help && { help }), children };
  draft.write(scope, [node]);
  return { id, title };
}
