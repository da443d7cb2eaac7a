import type { FormSection } from '#compiler/states/form-sections.ts';
import { lookOf } from '#compiler/states/look.ts';
import { toFacts } from '#form/answers/facts.ts';
import type { FormState } from '#form/definition/definition.ts';
import { allNodes, questionsOf } from '#form/definition/form-part.ts';
import { shownNotices } from '#form/notices/shown-notices.ts';
import { validateAnswers } from '#form/validation/validate-answers.ts';
import type { Questionnaire } from '#server/settings/questionnaire.ts';

type Kept = {
  readonly questionnaire: Questionnaire;
  readonly section: FormSection;
  readonly now: Date;
  /** Whether messages are read. */
  readonly isValidating: boolean;
};

/** Whether a section is exactly the same in another state: answers, what shows, and messages. */
export function keptSection(kept: Kept): (one: FormState, other: FormState) => boolean {
  const { questionnaire, section } = kept;
  const nodes = allNodes(section.nodes);
  const questions = questionsOf(questionnaire.definition);
  const own = nodes.flatMap((node) => (node.kind === 'question' ? [node.key] : []));
  const keys = own.flatMap((key) => [key, ...(questions.get(key)?.parts ?? [])]);
  const names = new Set([...keys, ...nodes.flatMap((node) => ('id' in node ? [node.id] : []))]);
  const given = ({ answers, tabs, counts, opened = new Set() }: FormState): string =>
    JSON.stringify(
      Object.entries({ ...answers, ...tabs, ...counts })
        .filter(([name]) => names.has(name))
        .toSorted(([a], [b]) => a.localeCompare(b))
        .concat([...opened].filter((id) => names.has(id)).map((id) => [id, 'open'])),
    );
  const seen = (state: FormState): string =>
    JSON.stringify([lookOf(questionnaire.definition, section, state), messagesOf(kept, state, keys)]);
  return (one, other) => given(one) === given(other) && seen(one) === seen(other);
}

function messagesOf(
  { questionnaire: { definition, validators }, section, now, isValidating }: Kept,
  state: FormState,
  keys: readonly string[],
): unknown {
  const page = definition.pages.find(({ id }) => id === section.page);
  const facts = toFacts(definition, state);
  const found = isValidating ? validateAnswers({ definition, page, state, validators, now }) : {};
  return keys.map((key) => {
    const question = questionsOf(definition).get(key);
    return [found[key], question && shownNotices(definition, question, facts)];
  });
}
