import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Node, parseTree } from 'jsonc-parser';
import type * as JsonService from 'vscode-json-languageservice';
import { editorSchemas } from '#compiler/editor-schemas.ts';
import { getOrInsert } from '#compiler/source/memoize.ts';
import { PROJECT_PATHS, PROJECT_ROOT } from '#compiler/source/schema-paths.ts';
import { writeGuideForm } from '../staff-copy.ts';

// An import of Node finds only some of the names that this package exports.
const { getLanguageService, TextDocument }: typeof JsonService = createRequire(import.meta.url)(
  'vscode-json-languageservice',
);

/** What the editor shows of a text that is open as a file of `schemas/`. */
export type OpenFile = {
  /** What is underlined: the text, and what is said of it. */
  underlined(): Promise<readonly (readonly [text: string, message: string])[]>;
  /** The labels that are offered where the caret is, in the text marked with `|`. */
  offered(): Promise<readonly string[]>;
  /** What shows on a hover over this text, where it is first. */
  hover(text: string): Promise<string>;
  /** The names of members that show nothing on a hover. */
  unexplained(): Promise<readonly string[]>;
};

/**
 * The JSON language service of VS Code as VS Code runs it on this project: with its settings, and with the schemas that
 * the files name. The generated ones are made anew of the folder, so that a test sees those of the code it tests.
 */
function startService(schemasFolder: string): JsonService.LanguageService {
  const generated = editorSchemas({ ...PROJECT_PATHS, schemasFolder }) ?? new Map<string, string>();
  const folder = path.join(PROJECT_PATHS.outFolder, 'editor');
  const texts = new Map([...generated].map(([name, text]) => [path.join(folder, name), text] as const));
  const service = getLanguageService({
    schemaRequestService: async (uri) => {
      const file = decodeURIComponent(new URL(uri).pathname);
      return texts.get(file) ?? readFileSync(file, 'utf8');
    },
    workspaceContext: { resolveRelativePath: (relative, resource) => new URL(relative, resource).href },
  });
  const settings: { 'json.schemas': readonly { fileMatch: string[]; url: string }[] } = JSON.parse(
    readFileSync(path.join(PROJECT_ROOT, '.vscode/settings.json'), 'utf8'),
  );
  const root = `${pathToFileURL(PROJECT_ROOT).href}/`;
  service.configure({
    validate: true,
    allowComments: false,
    schemas: settings['json.schemas'].map(({ fileMatch, url }) => ({
      fileMatch,
      uri: new URL(url, root).href,
      folderUri: root,
    })),
  });
  return service;
}

/** The form of the guides, so that ours can change; the files of tests that one worker runs share it. */
const guideForm = writeGuideForm(mkdtempSync(path.join(tmpdir(), 'matricula-')));
process.once('exit', () => rmSync(guideForm, { recursive: true }));

const services = new Map<string, JsonService.LanguageService>();

/** The caret in a text. */
export const CARET = '‸';

/** @param marked the text, which may hold the caret */
export function openInEditor(name: string, marked: string, schemasFolder = guideForm): OpenFile {
  const shared = getOrInsert(services, schemasFolder, () => startService(schemasFolder));
  const text = marked.replace(CARET, '');
  const uri = pathToFileURL(path.join(PROJECT_PATHS.schemasFolder, name)).href;
  const document = TextDocument.create(uri, 'json', 1, text);
  const json = shared.parseJSONDocument(document);
  const hoverAt = async (offset: number): Promise<string> => {
    const hover = await shared.doHover(document, document.positionAt(offset + 1), json);
    const contents = hover?.contents;
    const [shown] = Array.isArray(contents) ? contents : [];
    // Markdown escapes signs, which is no matter here.
    return typeof shown === 'string' ? shown.replaceAll('\\', '') : '';
  };
  return {
    underlined: async () =>
      (await shared.doValidation(document, json)).map(
        ({ range, message }) =>
          [document.getText(range), typeof message === 'string' ? message : message.value] as const,
      ),
    offered: async () => {
      const list = await shared.doComplete(document, document.positionAt(marked.indexOf(CARET)), json);
      return (list?.items ?? []).map(({ label }) => label.replaceAll('"', ''));
    },
    hover: (over) => hoverAt(text.indexOf(over)),
    unexplained: async () => {
      // A hover on each would match the whole file each time.
      const matches = await shared.getMatchingSchemas(document, json);
      const explained = new Set(
        matches.flatMap(({ node: { parent }, schema: { title, description, markdownDescription } }) =>
          parent?.type === 'property' && (title || description || markdownDescription)
            ? [parent.keyNode.offset]
            : [],
        ),
      );
      const names = [...memberNames(parseTree(text))];
      return names.flatMap(({ offset, value }) => (explained.has(offset) ? [] : [String(value)]));
    },
  };
}

/** The name of every member of every object. */
function* memberNames(node: Node | undefined): Generator<Node> {
  for (const child of node?.children ?? []) {
    const [name] = child.type === 'property' ? (child.children ?? []) : [];
    if (name) yield name;
    yield* memberNames(child);
  }
}

/** A file of the guides' form. */
export function guideFile(name: string): string {
  return readFileSync(path.join(guideForm, name), 'utf8');
}
