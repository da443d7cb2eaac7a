import { parentPort } from 'node:worker_threads';
import type { Change } from '#compiler/changes/change.ts';
import { changesBetween } from '#compiler/changes/changes-between.ts';
import { comparedOf } from '#compiler/changes/compared-form.ts';
import { type CompiledSchemas, compileSchemas } from '#compiler/compile-schemas.ts';
import type { CompiledPartner } from '#compiler/compile/compile-partner.ts';
import { completeApplication } from '#compiler/prove/applicants/complete-application.ts';
import { sectionStates } from '#compiler/prove/states/section-states.ts';
import { isError } from '#compiler/source/fault.ts';
import { readPersonas } from '#compiler/source/personas.ts';
import { PROJECT_PATHS } from '#compiler/source/schema-paths.ts';
import { explainVisibility } from '#compiler/why/explain-visibility.ts';
import { visibleQuestions } from '#form/answers/visible-questions.ts';
import { nameOf } from '#scripts/changes/changes-report.ts';
import { olderSchemas } from '#scripts/changes/older-schemas.ts';
import type {
  StudioChange,
  StudioChanges,
  StudioData,
  StudioPersona,
  StudioState,
} from '#studio/studio-data.ts';
import { questionTree } from './question-tree.ts';

/** Request to the thread: one part of the studio's data for a partner. */
export type StudioWork = {
  readonly kind: 'tree' | 'states' | 'explanation' | 'personas' | 'changes';
  /** Edit number, as cache key of the compiled schemas. */
  readonly version: number;
  readonly partner: string;
  readonly name?: string | undefined;
};

let last: { readonly version: number; readonly compiled: CompiledSchemas } | undefined;

/** Returns the current schemas; with faults, as far as they compile. */
function compiledAt(version: number): CompiledSchemas {
  if (last?.version !== version) last = { version, compiled: compileSchemas() };
  return last.compiled;
}

function partOf(work: StudioWork): Partial<StudioData> {
  const { partners, faults } = compiledAt(work.version);
  const partner = partners.get(work.partner) ?? partners.values().next().value;
  // Unreadable files: keeps the previous data.
  if (!partner) return {};
  if (work.kind === 'tree') return treeOf(partners, partner, work.partner);
  // Unresolved names make solving pointless.
  if (faults.some(isError)) return {};
  const now = new Date();
  switch (work.kind) {
    case 'states':
      return { states: studioStates(partner, now) };
    case 'changes':
      return { changes: changesSinceMain(partner, work.partner, now) };
    case 'personas':
      return { personas: personaApplications(partner, now) };
    case 'explanation': {
      const explanation = explainVisibility(work.name ?? '', partner, { partners, now });
      return explanation ? { explanation } : {};
    }
  }
}

function treeOf(
  partners: CompiledSchemas['partners'],
  partner: CompiledPartner,
  name: string,
): Partial<StudioData> {
  const named = [...partners].map(([each, { settings }]) => ({ name: each, title: nameOf(each, settings) }));
  return {
    partners: named,
    partner: partners.has(name) ? name : (named[0]?.name ?? ''),
    tree: questionTree(partner),
  };
}

function studioStates(partner: CompiledPartner, now: Date): readonly StudioState[] {
  const states = sectionStates(partner.definition, now);
  return states.map(({ section: { page, id, title }, caption, state, isShown }) => ({
    name: `${page} ${id ?? ''} ${caption}`,
    node: id === undefined ? `page-${page}` : `section-${id}`,
    section: title,
    caption,
    isShown,
    state,
    opened: [...(state.opened ?? [])],
  }));
}

/** Returns the applications of the personas to a partner's form. */
function personaApplications({ definition, sources }: CompiledPartner, now: Date): readonly StudioPersona[] {
  return readPersonas(sources, now).map(({ name, title, ...decisions }) => {
    try {
      const state = completeApplication(definition, decisions, { seed: name, now });
      return { name, title, state, shown: visibleQuestions(definition, state).map(({ key }) => key) };
    } catch {
      // The check explains the reason.
      return { name, title, shown: [] };
    }
  });
}

/** Returns the changes of a partner's form since the merge base with main. */
function changesSinceMain(partner: CompiledPartner, name: string, now: Date): StudioChanges {
  const older = olderSchemas(undefined, PROJECT_PATHS.schemasFolder);
  if (older.kind === 'unknown') return { list: [], reason: older.sentence };
  const before = older.kind === 'older' ? older.partners.get(name) : undefined;
  if (!before) return { list: [] };
  const changes = changesBetween(comparedOf(before, name), comparedOf(partner, name), now);
  return { list: changes.map(changeOf) };
}

function changeOf({ heading, sentence, witness, ...change }: Change): StudioChange {
  const node = nodeOf(change);
  return { heading, sentence, ...(node !== undefined && { node }), ...(witness && { witness }) };
}

/** Removed parts select their container. */
function nodeOf({ before, after }: Pick<Change, 'before' | 'after'>): string | undefined {
  const part = after ?? (before && { ...before, key: undefined });
  if (!part || part.isCard) return undefined;
  return part.key ?? (part.section === undefined ? `page-${part.page}` : `section-${part.section}`);
}

parentPort?.on('message', (work: StudioWork) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
  parentPort?.postMessage(partOf(work));
});
