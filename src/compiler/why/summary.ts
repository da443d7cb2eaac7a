import { counted } from '#form/summary/counted.ts';
import type { Question } from '#form/definition/definition.ts';
import type { CompiledPartner } from '../compile/compile-partner.ts';
import { conjunctsOf, shownOf } from '../prove/formulas/form-conditions.ts';
import {
  conditionInWords,
  placeInWords,
  subjectInWords,
  writtenParts,
} from '../prove/words/condition-words.ts';
import { conjunctTexts } from './dependencies.ts';
import type { Explanation, Sentence, ShortestWay } from './explanation.ts';
import type { FoundSubject } from './find-subject.ts';
import { clicksAround } from './shortest-way.ts';

type Found = Pick<Explanation, 'shownWhen' | 'decides' | 'answers'> & {
  readonly way: ShortestWay | 'undecided' | undefined;
};

/** Summarizes visibility, clearing, requirement, effects, and how to reach it. */
export function summaryOf(subject: FoundSubject, found: Found, partner: CompiledPartner): readonly string[] {
  const { question, kind, label } = subject;
  const isQuestion = question !== undefined && kind === 'question';
  return [
    `${label} ${whenInWords(subject, found, partner)}`,
    ...(isQuestion ? [...clearedInWords(question, partner), requiredInWords(question, partner)] : []),
    dependentsInWords(subject, found),
    ...wayInWords(found),
  ];
}

/** Appends the place: `“Country” is “Canada” (pages/about.ui.json:87)`. */
export function withPlace({ text, at }: Sentence): string {
  if (!at) return text;
  const end = /[.]$/.exec(text)?.[0] ?? '';
  return `${text.slice(0, text.length - end.length)} (${placeInWords(at)})${end}`;
}

function whenInWords(subject: FoundSubject, { shownWhen }: Found, partner: CompiledPartner): string {
  const { kind } = subject;
  const reasons = [...shownWhen.map(withPlace), ...clicksAround(subject, partner)];
  const always = reasons.length === 0;
  const when = `when ${reasons.join(' and ')}.`;
  if (kind === 'question') return `is asked ${always ? 'of everybody.' : when}`;
  const verb = kind === 'answer' || kind === 'confirm' ? 'is offered' : 'is shown';
  return `${verb} ${always ? 'to everybody.' : when}`;
}

/** Describes what happens to an answer while its question is hidden. */
function clearedInWords(question: Question, { definition }: CompiledPartner): readonly string[] {
  const { key, visibleWhen, dependsOn } = question;
  const clearing = shownOf(definition).get(key) ?? [];
  const keeping = new Set(clearing.map((condition) => JSON.stringify(condition)));
  const shown = visibleWhen ? conjunctsOf(visibleWhen) : [];
  const hiding = shown.filter((condition) => !keeping.has(JSON.stringify(condition)));
  const texts = conjunctTexts(visibleWhen);
  const further = clearing.filter((condition) => !texts.has(JSON.stringify(condition)));
  const inWords = (conditions: typeof clearing): string =>
    conditions.map((condition) => conditionInWords(condition, definition)).join(' and ');
  const changes = dependsOn ? `when “${subjectInWords(dependsOn.valueKey, definition)}” changes` : undefined;
  const kept = shown.filter((condition) => !hiding.includes(condition));
  const always = hiding.length === 0;
  const otherwise = [
    ...(kept.length > 0 ? [always ? 'otherwise' : `unless ${inWords(kept)}`] : []),
    ...(changes === undefined ? [] : [changes]),
    ...(further.length > 0 ? [`unless ${inWords(further)}`] : []),
  ];
  return [
    ...(otherwise.length > 0 ? [`Its answer is cleared ${otherwise.join(', and ')}.`] : []),
    ...(shown.length > 0 && kept.length === 0 ? ['Its answer stays stored while it is not asked.'] : []),
  ];
}

function requiredInWords({ key, required, requiredWhen }: Question, partner: CompiledPartner): string {
  if (required) return 'Required.';
  if (!requiredWhen) return 'Not required.';
  const written = partner.taken.keys.get(key)?.property;
  const parts = writtenParts(requiredWhen, partner, written?.at('requiredWhen') ?? written);
  return `Required when ${parts.map(({ words, at }) => withPlace({ text: words, at: at?.place })).join(' and ')}.`;
}

function dependentsInWords({ kind }: FoundSubject, { decides, answers }: Found): string {
  const count = kind === 'answer' || kind === 'tab' ? (answers[0]?.effects.length ?? 0) : decides.length;
  if (count === 0) return 'Nothing else depends on it.';
  return `${counted(count, 'thing')} depend${count === 1 ? 's' : ''} on it.`;
}

function wayInWords({ way, shownWhen }: Found): readonly string[] {
  if (!way) return ['No answers lead there.'];
  if (way === 'undecided') return ['It is not proved that any answers lead there.'];
  const { answers, clicks } = way;
  if (answers.length + clicks.length + shownWhen.length === 0) return [];
  const steps = [
    ...(answers.length > 0 || clicks.length === 0 ? [counted(answers.length, 'answer')] : []),
    ...(clicks.length > 0 ? [counted(clicks.length, 'click')] : []),
  ];
  return [`Shortest way there: ${steps.join(' and ')}.`];
}
