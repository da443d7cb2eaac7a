import { companionKey, isAnswered, ownAnswer, toFacts } from '../answers/facts.ts';
import { visibleQuestions } from '../answers/visible-questions.ts';
import type { Answers, FormState, LayoutNode, Question } from '../definition/definition.ts';
import { childrenOf, type FormPart, pagesOf } from '../definition/form-part.ts';
import { type OptionLists, type OptionsContext, optionsOf } from '../definition/options.ts';

/** One answered question, as a summary, a print or a mail shows it. */
export type SummaryLine = {
  /** Id of the page. */
  readonly page: string;
  /** Title of the nearest section around it that has one, else the empty string. */
  readonly section: string;
  readonly key: string;
  /** The full label, e.g. `Sibling 2: Last Name`. */
  readonly label: string;
  /** The answer as text: labels of options, Yes or No, dates as YYYY-MM-DD. */
  readonly value: string;
};

/**
 * The answers as lines, in the order of the form: visible questions with an answer, in the instances that are
 * shown. A month with its year is one line.
 *
 * @param now for option lists that are counted from today's year
 * @throws ConditionError when a condition cannot be evaluated
 */
export function summarize(
  definition: FormPart & OptionLists,
  state: FormState,
  now: Date,
): readonly SummaryLine[] {
  const facts = toFacts(definition, state);
  const context = { answers: state.answers, now };
  return pagesOf(definition).flatMap((page) => {
    const visible = new Map(visibleQuestions(page, state, facts).map((question) => [question.key, question]));
    return placesOf(page.layout, '').flatMap(({ key, section }) => {
      const question = visible.get(key);
      if (question === undefined) return [];
      const texts = [question, ...question.parts.flatMap((part) => visible.get(part) ?? [])].map((each) =>
        textOf(each, state.answers, () => optionLabels(definition, each, context)),
      );
      const value = texts.filter((text) => text !== '').join(' ');
      return value === '' ? [] : [{ page: page.id, section, key, label: question.fullLabel, value }];
    });
  });
}

/** Each question of a layout with the title of its section, in order. */
function placesOf(
  layout: readonly LayoutNode[],
  section: string,
): readonly { key: string; section: string }[] {
  return layout.flatMap((node) => {
    if (node.kind === 'question') return [{ key: node.key, section }];
    const title = node.kind === 'section' ? (node.title ?? section) : section;
    return placesOf(childrenOf(node), title);
  });
}

function textOf(question: Question, answers: Answers, labels: () => ReadonlyMap<string, string>): string {
  const answer = ownAnswer(answers, question.key);
  if (!isAnswered(answer)) return '';
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  if (typeof answer === 'object') return answer.map((item) => labels().get(item) ?? item).join(', ');
  const text = String(answer);
  return labels().get(text) ?? storedLabel(question, answers) ?? text;
}

/** An option that is no longer offered still has the label that was stored when it was chosen. */
function storedLabel(question: Question, answers: Answers): string | undefined {
  const label = question.companion ? ownAnswer(answers, companionKey(question.key)) : undefined;
  return typeof label === 'string' && label !== '' ? label : undefined;
}

function optionLabels(
  definition: OptionLists,
  question: Question,
  context: OptionsContext,
): ReadonlyMap<string, string> {
  return new Map(optionsOf(definition, question, context).map((option) => [option.value, option.label]));
}
