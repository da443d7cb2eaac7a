import { isDeepStrictEqual } from 'node:util';
import type { CardDefinition, FormDefinition } from '#form/definition/definition.ts';
import { BothForms } from './both-forms.ts';
import type { Change } from './change.ts';
import type { ComparedForm } from './compared-form.ts';
import type { FormPair } from './condition-changes.ts';
import type { Draft } from './draft.ts';
import { formChanges, pageChanges } from './form-changes.ts';
import { mergeDrafts } from './merge-drafts.ts';
import { movesOf, renamedForm } from './renamed-form.ts';
import { partnerChanges } from './partner-changes.ts';
import { fateOf } from './removals.ts';
import { renameChanges } from './rename-changes.ts';
import { screenChanges } from './screen-changes.ts';

/** Lists the changes in `schemas/` visible to students of one partner, in form order. */
export function changesBetween(before: ComparedForm, after: ComparedForm, now: Date): readonly Change[] {
  const ofQuestions = ofForm(before.definition, after.definition, now);
  return mergeDrafts([
    ...ofQuestions.map((draft) => ({ ...draft, ...messageAbout(draft, after), ...fateIn(draft, after) })),
    ...ofCards(before.cards, after.cards, now),
    ...partnerChanges(before, after),
  ]);
}

function ofForm(before: FormDefinition, after: FormDefinition, now: Date): readonly Draft[] {
  if (isDeepStrictEqual(before, after)) return [];
  const old = renamedForm(before, after);
  const forms = formPair(old, after, now);
  const screens = { before: old.pages, after: after.pages, isCard: false };
  const titles = after.pages.map(({ title }) => title);
  // The form as a whole comes first.
  const pageOf = ({ heading: [title = ''] }: Draft): number => titles.indexOf(title);
  return [
    ...formChanges(forms),
    ...renameChanges(before, after, movesOf(after)),
    ...screenChanges(screens, forms),
  ].toSorted((one, other) => pageOf(one) - pageOf(other));
}

function ofCards(before: ComparedForm['cards'], after: ComparedForm['cards'], now: Date): readonly Draft[] {
  const found: Draft[] = [];
  for (const id of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, current] = [before[id], after[id]];
    if (isDeepStrictEqual(old, current)) continue;
    const forms = formPair(formOf(old), formOf(current), now);
    const screens = { before: old ? [old] : [], after: current ? [current] : [], isCard: true };
    found.push(
      ...(old && current ? pageChanges(old, current, forms.after, true) : []),
      ...screenChanges(screens, forms),
    );
  }
  return found.map((draft) => ({ ...draft, heading: ['Log-in', ...draft.heading] }));
}

function formPair(before: FormDefinition, after: FormDefinition, now: Date): FormPair {
  return { before, after, both: new BothForms(before, after, now), now };
}

/** Wraps a card in a one-page form with only its own questions. */
function formOf(card: CardDefinition | undefined): FormDefinition {
  return {
    hash: '',
    title: '',
    pages: card ? [card] : [],
    defaultPage: card?.id ?? '',
    greetingName: [],
    options: {},
  };
}

const NO_LONGER_OFFERED = 'answer.retired {label}';

/** Message shown to students who chose a removed option. */
function messageAbout({ removal, subject }: Draft, { texts }: ComparedForm): Pick<Change, 'studentMessage'> {
  const label = /“([^”]*)”$/.exec(subject)?.[1];
  const text = texts[NO_LONGER_OFFERED];
  if (removal?.kind !== 'value' || label === undefined || text === undefined) return {};
  return { studentMessage: text.replaceAll('{label}', () => label) };
}

function fateIn({ removal }: Draft, { definition }: ComparedForm): Pick<Change, 'fate'> {
  const fate = removal && fateOf(removal, definition);
  return fate === undefined ? {} : { fate };
}
