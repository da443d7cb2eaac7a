import type { Answers, AnswerValue, FormDefinition, Question } from '../definition/definition.ts';
import type { AnswerMigrations, ValueMap } from '../definition/answer-migrations.ts';
import { companionKey, EMPTY_ANSWER, isAnswered } from '../definition/answer.ts';
import { questionsOf } from '../definition/form-part.ts';
import { memoizeByObject } from '../definition/memoize-by-object.ts';
import { ownProperty } from '../definition/own-property.ts';
import type { StoredAnswers } from '../answers/merge-answers.ts';
import { isFreeText, optionsOf } from '../answers/option-lists.ts';
import { companionsOf } from '../answers/with-companions.ts';
import type { MigrationStep } from './stored-form.ts';
import { formerNames } from './current-names.ts';

/** The current form, its migrations, and the date. */
type Target = { readonly definition: FormDefinition; readonly moves: AnswerMigrations; readonly now: Date };

/** Stored data during migration. */
type Moving = {
  readonly answers: Map<string, AnswerValue>;
  readonly versions: Map<string, number>;
  readonly done: MigrationStep[];
};

type MigratedAnswers = Omit<StoredAnswers, 'version'> & { readonly moves: readonly MigrationStep[] };

/** Migrates answers with their labels. */
export function migrateAnswers(target: Target, stored: Omit<StoredAnswers, 'version'>): MigratedAnswers {
  const moving = {
    answers: new Map(Object.entries(stored.answers)),
    versions: new Map(Object.entries(stored.versions)),
    done: [],
  };
  for (const to of new Set(Object.values(target.moves.keys))) moveToKey(target, moving, to);
  for (const question of changedQuestionsOf(target.definition)) moveValue(target, moving, question);
  deleteRetired(target, moving);
  return {
    answers: Object.fromEntries(moving.answers),
    versions: Object.fromEntries(moving.versions),
    moves: moving.done,
  };
}

/** Questions with former or retired values, in form order, controlling ones first. */
const changedQuestionsOf = memoizeByObject((definition: FormDefinition): readonly Question[] => {
  const { values = {}, retiredValues = {} } = definition.moves ?? {};
  const questions = [...questionsOf(definition).values()];
  return questions.filter(({ key }) => Object.hasOwn(values, key) || Object.hasOwn(retiredValues, key));
});

/** Moves the latest answer of the former keys to the current key, unless that changed later. */
function moveToKey(target: Target, moving: Moving, to: string): void {
  const there = formerNames(target.moves.keys, to).filter((key) => moving.answers.has(key));
  const latest = there.reduce<string | undefined>((best, key) => laterOf(moving, best, key), undefined);
  if (latest === undefined || isCurrentNewer(moving, to, latest)) return;
  const value = moving.answers.get(latest) ?? EMPTY_ANSWER;
  const mapped = mapValue(ownProperty(target.moves.values, latest), value);
  moveAnswer(moving, latest, to, mapped);
  moveLabel(target, moving, { from: latest, to, isMapped: mapped !== value });
  moving.done.push({ kind: 'answer', from: latest, to });
}

/** Whether the current answer is at least as new; at equal age, the one in use wins. */
function isCurrentNewer({ answers, versions }: Moving, to: string, former: string): boolean {
  return answers.has(to) && (versions.get(to) ?? 0) >= (versions.get(former) ?? 0);
}

/** Returns the later former key; at equal age the answered one, then the first. */
function laterOf({ answers, versions }: Moving, first: string | undefined, second: string): string {
  if (first === undefined) return second;
  const by = (versions.get(second) ?? 0) - (versions.get(first) ?? 0);
  if (by !== 0) return by > 0 ? second : first;
  return isAnswered(answers.get(second)) && !isAnswered(answers.get(first)) ? second : first;
}

/** The former key keeps its version, so that older servers can still empty the answer. */
function moveAnswer({ answers, versions }: Moving, from: string, to: string, value: AnswerValue): void {
  const version = versions.get(from) ?? 0;
  answers.delete(from);
  answers.set(to, value);
  versions.set(from, version);
  versions.set(to, version);
}

type MigratedKey = { readonly from: string; readonly to: string; readonly isMapped: boolean };

/** Moves the stored label, which also describes retired choices; else derives it. */
function moveLabel(target: Target, moving: Moving, { from, to, isMapped }: MigratedKey): void {
  if (!questionsOf(target.definition).get(to)?.companion) return;
  const label = moving.answers.get(companionKey(from));
  if (label === undefined || isMapped) setLabel(target, moving, to);
  else moveAnswer(moving, companionKey(from), companionKey(to), label);
  moving.answers.delete(companionKey(from));
}

/** Sets the label of an answer from current options. */
function setLabel({ definition, now }: Target, { answers, versions }: Moving, key: string): void {
  const value = answers.get(key) ?? EMPTY_ANSWER;
  const labels = companionsOf(definition, { [key]: value }, { answers: Object.fromEntries(answers), now });
  for (const [companion, label] of Object.entries(labels)) {
    answers.set(companion, label);
    versions.set(companion, versions.get(key) ?? 0);
  }
}

/** Replaces retired values by current ones, or empties them. */
function moveValue({ definition, moves, now }: Target, moving: Moving, question: Question): void {
  const { key } = question;
  const value = moving.answers.get(key);
  const map = changesOf(moves, key);
  // Fast path: most answers have no former values.
  if (!isAnswered(value) || mapValue(map, value) === value) return;
  const whole: Answers = Object.fromEntries(moving.answers);
  if (isFreeText(question, whole)) return;
  const offered = new Set(
    optionsOf(definition, question, { answers: whole, now }).map((option) => option.value),
  );
  const gone = Object.fromEntries(Object.entries(map).filter(([item]) => !offered.has(item)));
  const moved = mapValue(gone, value);
  if (moved === value) return;
  moving.answers.set(key, moved);
  if (question.companion) setLabel({ definition, moves, now }, moving, key);
  moving.done.push(...valueMoves(key, value, gone));
}

/** Lists the changes of an answer's values by a map. */
function valueMoves(key: string, value: AnswerValue, map: ValueMap): readonly MigrationStep[] {
  const items = new Set(typeof value === 'object' ? value.map(String) : [String(value)]);
  return [...items].flatMap((from): readonly MigrationStep[] => {
    const to = ownProperty(map, from);
    if (to === undefined || to === from) return [];
    if (to === EMPTY_ANSWER) return [{ kind: 'valueDeleted', key, value: from }];
    return [{ kind: 'value', key, from, to: String(to) }];
  });
}

/** Returns the replacements of a question's former values; '' for deleted ones. */
function changesOf({ values, retiredValues }: AnswerMigrations, key: string): ValueMap {
  const retired = Object.entries(ownProperty(retiredValues, key) ?? {});
  const deleted = retired.filter(([, fate]) => fate === 'deleted').map(([item]) => [item, EMPTY_ANSWER]);
  return { ...ownProperty(values, key), ...Object.fromEntries(deleted) };
}

/** Maps a value, or each item of a list, without duplicates or empty items. */
export function mapValue(map: ValueMap | undefined, value: AnswerValue): AnswerValue {
  const mapItem = (item: string | number | boolean) => ownProperty(map, String(item)) ?? item;
  if (typeof value !== 'object') return mapItem(value);
  const items = value.map((item) => mapItem(item));
  if (items.every((item, index) => item === value[index])) return value;
  return [...new Set(items.map(String))].filter((item) => item !== EMPTY_ANSWER);
}

function deleteRetired({ definition, moves }: Target, { answers, done }: Moving): void {
  const questions = questionsOf(definition);
  for (const [key, fate] of Object.entries(moves.retired)) {
    if (fate !== 'deleted' || !answers.has(key)) continue;
    answers.delete(key);
    if (!questions.has(companionKey(key))) answers.delete(companionKey(key));
    done.push({ kind: 'answerDeleted', key });
  }
}
