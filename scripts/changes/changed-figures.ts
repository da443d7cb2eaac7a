import type { ChangedPart } from '#compiler/changes/change.ts';
import type { CompiledPartner } from '#compiler/compile/compile-partner.ts';
import { FormModel } from '#compiler/prove/formulas/form-model.ts';
import { solveWithFewest, unlessUndecided } from '#compiler/prove/solve/solve.ts';
import { type FormSection, formSections, lookOf } from '#compiler/prove/states/form-sections.ts';
import { stepsInWords } from '#compiler/prove/witness.ts';
import { fewestInstances } from '#form/answers/instances.ts';
import { visibleQuestions } from '#form/answers/visible-questions.ts';
import type { FormDefinition, FormState } from '#form/definition/definition.ts';
import { addAnothersOf, allNodes, questionsOf, questionKeysIn } from '#form/definition/form-part.ts';
import type { Scene } from '../pictures/camera.ts';
import type { SharedChange } from './all-changes.ts';

/** A figure of a changed section in one state, before and after. */
export type ChangedFigure = {
  /** As in the changes: page, section. */
  readonly heading: readonly string[];
  readonly caption: string;
  readonly before?: Scene;
  readonly after?: Scene;
};

/** One partner's form in two versions. */
export type Versions = { readonly before: CompiledPartner; readonly after: CompiledPartner };

type Shown = { readonly state: FormState; readonly caption: string };

/** Waits until the card is rendered. */
const WHOLE_SCREEN = 'body:has(main input)';

const NOTHING: Shown = { state: { answers: {}, tabs: {}, counts: {} }, caption: 'nothing is answered yet' };

/** Lists the figures for one partner's changes: each section with the fewest answers that show them. */
export function changedFigures(
  changes: readonly SharedChange[],
  versions: Versions,
  now: Date,
): readonly ChangedFigure[] {
  const groups = new Map<string, Shown & { readonly changes: SharedChange[] }>();
  for (const change of changes) {
    const shown = stateOfChange(change, versions, now);
    const key = JSON.stringify([change.heading, shown.caption, shown.state.counts]);
    const group = groups.get(key) ?? { ...shown, changes: [] };
    groups.set(key, group);
    group.changes.push(change);
  }
  return groupChanges([...groups.values()], versions).flatMap((group) => figureOf(group, versions));
}

/** Merges changes that are visible in the same figure. */
function groupChanges(groups: readonly Group[], versions: Versions): readonly Group[] {
  const kept: Group[] = [];
  const byAnswers = groups.toSorted((a, b) => answersIn(b) - answersIn(a));
  for (const group of byAnswers) {
    const at = kept.findIndex(
      (other) =>
        placeOf(other) === placeOf(group) && group.changes.every((one) => isSeen(one, other, versions)),
    );
    const host = kept[at];
    if (host) kept[at] = { ...host, changes: [...host.changes, ...group.changes] };
    else kept.push(group);
  }
  return kept.toSorted((a, b) => answersIn(a) - answersIn(b));
}

function answersIn({ state }: Shown): number {
  return Object.keys(state.answers).length;
}

function placeOf({ changes: [first] }: Group): string {
  return JSON.stringify(first?.heading);
}

function isSeen({ witness, before, after }: SharedChange, { state }: Shown, versions: Versions): boolean {
  const showsIn = (part: ChangedPart | undefined, { definition }: CompiledPartner): boolean =>
    part?.key === undefined || visibleQuestions(definition, state).some(({ key }) => key === part.key);
  return !witness && showsIn(before, versions.before) && showsIn(after, versions.after);
}

/** Returns the smallest state that shows a change, in the form that contains it. */
function stateOfChange(change: SharedChange, versions: Versions, now: Date): Shown {
  const { witness, after, before } = change;
  if (witness) return { state: witness.state, caption: witness.words };
  const part = after ?? before;
  if (!part || part.isCard) return NOTHING;
  const { definition } = after ? versions.after : versions.before;
  const key = part.key ?? questionKeysIn(sectionOf(part, definition)?.layout ?? [])[0];
  const question = key === undefined ? undefined : questionsOf(definition).get(key);
  if (!question) return NOTHING;
  const model = new FormModel(definition, now);
  const solution = unlessUndecided(
    () => solveWithFewest([model.visible(question)], model.laws),
    () => undefined,
  );
  if (!solution) return NOTHING;
  const { given, clicks } = stepsInWords(model.stateOf(solution), model.definition);
  const words = [...given, ...clicks];
  return {
    state: { ...model.stateOf(solution), counts: countsShowing(question.key, definition) },
    caption: words.length === 0 ? NOTHING.caption : words.join(', '),
  };
}

/** Returns the instance counts needed to show a question. */
function countsShowing(key: string, definition: FormDefinition): FormState['counts'] {
  const counts = addAnothersOf(definition).flatMap((node) => {
    const index = node.instances.findIndex(({ keys }) => keys.includes(key));
    return index >= fewestInstances(node) ? [[node.id, index + 1] as const] : [];
  });
  return Object.fromEntries(counts);
}

type Group = Shown & { readonly changes: readonly SharedChange[] };

function figureOf({ changes, state, caption }: Group, versions: Versions): readonly ChangedFigure[] {
  const [first] = changes;
  if (!first) return [];
  if (first.kind === 'partner') {
    const [card] = Object.values(versions.after.cards);
    const scene = { path: card?.path ?? '/', clips: [WHOLE_SCREEN] };
    return [{ heading: first.heading, caption: 'nobody is logged in', before: scene, after: scene }];
  }
  const [before, after] = (['before', 'after'] as const).map((side) => {
    const parts = changes.flatMap((change) => change[side] ?? []);
    return sceneOf(parts, versions[side], state);
  });
  if (!before && !after) return [];
  return [{ heading: first.heading, caption, ...(before ? { before } : {}), ...(after ? { after } : {}) }];
}

/** Undefined if the changed parts are not visible. */
function sceneOf(
  parts: readonly ChangedPart[],
  { definition, cards }: CompiledPartner,
  state: FormState,
): Scene | undefined {
  const [part] = parts;
  if (!part) return undefined;
  if (part.isCard) return { path: cards[part.page]?.path ?? '/', clips: ['main'], framed: frames(parts) };
  const page = definition.pages.find(({ id }) => id === part.page);
  const section = sectionOf(part, definition);
  if (!page || !section || lookOf(definition, section, state).length === 0) return undefined;
  const clips = [
    section.id === undefined ? '.form-page' : `section[aria-labelledby="section-${section.id}"]`,
  ];
  return { path: page.path, state, clips, framed: frames(parts) };
}

function frames(parts: readonly ChangedPart[]): readonly string[] {
  return parts.flatMap(({ key }) => (key === undefined ? [] : `[data-question="${key}"]`));
}

/** Returns the section of a page that contains a part. */
function sectionOf({ page, section, key }: ChangedPart, definition: FormDefinition): FormSection | undefined {
  const own = formSections(definition).filter((each) => each.page === page);
  return (
    own.find(({ layout }) =>
      allNodes(layout).some((node) =>
        key === undefined
          ? node.kind === 'section' && node.id === section
          : node.kind === 'question' && node.key === key,
      ),
    ) ?? own[0]
  );
}
