import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findNodeAtOffset, getNodePath, type Node, parseTree } from 'jsonc-parser';
import { proveSchemas } from '#compiler/prove-schemas.ts';
import { type Fault, isError } from '#compiler/source/fault.ts';
import { jsonText } from '#compiler/source/file-text.ts';
import { isRecord } from '#form/definition/own-property.ts';
import type { FormDraft } from './form-draft.ts';
import { type Files, writeQuestionnaire } from './write-questionnaire.ts';

/** Repairs at most; each removes one thing that `check` refuses. */
const MAX_ROUNDS = 60;

type Steps = readonly (string | number)[];

/**
 * Removes what `check` refuses, with a note each, until it passes.
 *
 * @returns the files, and the faults that remain
 */
export async function repairForm(draft: FormDraft): Promise<{ files: Files; faults: readonly Fault[] }> {
  let files = draft.written();
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const faults = await faultsOf(files);
    const steps = faults.map((fault) => stepsAt(jsonText(files[fault.file]), fault));
    const repair = (before: Files, fault: Fault, index: number) =>
      withoutFault(before, fault, steps[index] ?? [], draft);
    const repaired = faults.reduce(repair, files);
    if (faults.length === 0 || JSON.stringify(repaired) === JSON.stringify(files)) return { files, faults };
    files = repaired;
  }
  return { files, faults: await faultsOf(files) };
}

/** Returns the errors of a questionnaire with an example partner. */
async function faultsOf(files: Files): Promise<readonly Fault[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'import-'));
  try {
    writeQuestionnaire(folder, files);
    return (await proveSchemas(folder)).faults.filter(isError);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Removes or rewords what one fault is about. */
function withoutFault(files: Files, fault: Fault, steps: Steps, draft: FormDraft): Files {
  const content = files[fault.file];
  if (!isRecord(content)) return files;
  const copy: unknown = structuredClone(content);
  const key = keyIn(steps, copy);
  const what = steps.join('/');
  const at = draft.origins.get(`${fault.file.replace(/\.\w+\.json$/, '')} ${key}`) ?? draft.source.schema;
  const text = valueAt(content, steps);
  if (fault.code === 'hard-to-read' || fault.code === 'other-word') {
    draft.source.change(at, what, `${fault.found}; it is in "verbatim" of form.json`);
    return withVerbatim(files, String(text));
  }
  const change = changeFor(steps, copy, fault);
  if (!change) return files;
  if (change === 'reworded') draft.source.change(at, what, fault.found);
  else draft.source.lose(at, what, `${fault.found}; expected ${fault.expected}`);
  return { ...files, [fault.file]: Object(copy) };
}

/** Keeps a text as it is written, although it reads hard. */
function withVerbatim(files: Files, text: string): Files {
  const form = Object(files['form.json']);
  const known: unknown = form.verbatim;
  return { ...files, 'form.json': { ...form, verbatim: [...(Array.isArray(known) ? known : []), text] } };
}

/** Edits a copy of a file. @returns what was done; undefined if nothing can be */
function changeFor(steps: Steps, copy: unknown, { code }: Fault): 'removed' | 'reworded' | undefined {
  const last = String(steps.at(-1));
  const owner = valueAt(copy, steps.slice(0, -1));
  const text: unknown = valueAt(copy, steps);
  if (typeof text === 'string' && code === 'duplicate-label' && isRecord(owner)) {
    Object.assign(owner, { [last]: `${text} (${String(steps.at(-2))})` });
    return 'reworded';
  }
  const removable = steps.findLastIndex((step) => REMOVABLE.test(String(step)));
  const from = removable === -1 ? undefined : valueAt(copy, steps.slice(0, removable));
  if (!isRecord(from)) return undefined;
  Reflect.deleteProperty(from, String(steps[removable]));
  return 'removed';
}

/** Members without which a question, group or list is still complete. */
const REMOVABLE =
  /^(?:ui:(?!layout).*|showWhen|requiredWhen|atLeastOne|rules|errorMessage|help|pattern|format|const|default|m(?:in|ax)(?:Length|imum|Items)?|exclusiveM(?:in|ax)imum|multipleOf)$/;

function keyIn(steps: Steps, content: unknown): string {
  if (steps[0] === 'properties') return String(steps[1]);
  const nodes = steps.map((_step, index) => valueAt(content, steps.slice(0, index + 1)));
  const named = nodes.findLast((node) => isRecord(node) && typeof node['question'] === 'string');
  return isRecord(named) ? String(named['question']) : String(steps[0]);
}

function valueAt(value: unknown, steps: Steps): unknown {
  return steps.reduce<unknown>(
    (at, step) => (isRecord(at) || Array.isArray(at) ? Reflect.get(at, step) : undefined),
    value,
  );
}

/** Path of the value, or of the member, at a line and column. */
function stepsAt(text: string, { line, column }: Fault): Steps {
  const before = text.split('\n').slice(0, line - 1);
  const tree = parseTree(text);
  const start = before.reduce((sum, each) => sum + each.length + 1, column - 1);
  const node = tree && findNodeAtOffset(tree, start);
  const owner: Node | undefined = node?.parent?.type === 'property' ? node.parent.children?.[1] : node;
  return owner ? getNodePath(owner) : [];
}
