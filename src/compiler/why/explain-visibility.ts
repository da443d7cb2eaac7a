import { toFacts } from '#form/answers/facts.ts';
import { visibleQuestions } from '#form/answers/visible-questions.ts';
import { evaluateCondition } from '#form/conditions/evaluate-condition.ts';
import type { CompiledPartner } from '../compile/compile-partner.ts';
import { layoutPlaces } from '../prove/layout-places.ts';
import { type PersonaApplication, leastApplications } from '../prove/changed-visibility.ts';
import { unlessUndecided } from '../prove/solve/solve.ts';
import { placeInWords, withoutImplied, writtenParts } from '../prove/words/condition-words.ts';
import type { Place } from '../source/cursor.ts';
import { answerEffects, effectsOf, namesOf } from './effects.ts';
import type { Explanation, Sentence } from './explanation.ts';
import { type FoundSubject, findSubject } from './find-subject.ts';
import { rulesOf } from './rules.ts';
import { shortestWay } from './shortest-way.ts';
import { summaryOf } from './summary.ts';

/** Context of an explanation besides the partner. */
export type WhyContext = {
  /** The forms of all partners, by name. */
  readonly partners: ReadonlyMap<string, CompiledPartner>;
  /** Reference date for calendar bounds and lists of years. */
  readonly now: Date;
};

/** Explains the subject that `findSubject` finds; undefined if the form has none. */
export function explainVisibility(
  name: string,
  partner: CompiledPartner,
  { partners, now }: WhyContext,
): Explanation | undefined {
  const found = findSubject(name, partner);
  if (!found) return undefined;
  const { kind, label, page, question } = found;
  const subject = { kind, name: found.name, label, page };
  const shownWhen = reasonsOf(found, partner);
  const decides = kind === 'tab' || kind === 'answer' ? [] : effectsOf(namesOf(found), partner);
  const answers = decides.length > 0 || found.value !== undefined ? answerEffects(found, partner) : [];
  const way = unlessUndecided(
    () => shortestWay(found, partner, now),
    () => 'undecided' as const,
  );
  const applications = leastApplications(partner, now);
  return {
    subject,
    shownWhen,
    summary: summaryOf(found, { shownWhen, decides, answers, way }, partner),
    rules: question && kind === 'question' ? rulesOf(question, partner) : [],
    decides,
    answers,
    way: way === 'undecided' ? undefined : way,
    written: placesOf(found, partner),
    partners: [...partners].flatMap(([each, form]) => (findSubject(name, form) ? [each] : [])),
    personas: applications.filter((each) => isMet(found, each, partner)).map(({ persona }) => persona.title),
  };
}

function reasonsOf({ conditions }: FoundSubject, partner: CompiledPartner): readonly Sentence[] {
  const parts = conditions.flatMap((condition) => writtenParts(condition, partner));
  const needed = new Set(
    withoutImplied(
      parts.map(({ condition }) => condition),
      partner.definition,
    ),
  );
  const byText = new Map(
    parts
      .filter(({ condition }) => needed.has(condition))
      .map(({ words, at }) => [words, { text: words, at: at?.place }]),
  );
  return [...byText.values()];
}

/** Returns where it is written: the property and its placement. */
function placesOf({ question, node, at }: FoundSubject, partner: CompiledPartner): readonly Place[] {
  const placed = layoutPlaces(partner).find((place) =>
    question ? place.node.kind === 'question' && place.node.key === question.key : place.node === node,
  );
  const places = [at, placed?.at].flatMap((cursor) => (cursor ? [cursor.place] : []));
  return [...new Map(places.map((place) => [placeInWords(place), place])).values()];
}

/** Whether a persona sees the question, gives the answer, or meets the conditions. */
function isMet(found: FoundSubject, { state }: PersonaApplication, { definition }: CompiledPartner): boolean {
  if (!state) return false;
  const { question, conditions, keys, value, chosen } = found;
  const visible = new Set(visibleQuestions(definition, state).map(({ key }) => key));
  if (question && value === undefined) return visible.has(question.key);
  const facts = toFacts(definition, state);
  const isShown = [...conditions, ...(chosen ? [chosen] : [])].every((condition) =>
    evaluateCondition(condition, facts),
  );
  return isShown && (keys.length === 0 || keys.some((key) => visible.has(key)));
}
