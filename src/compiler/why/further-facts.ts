import { counted } from '#form/summary/counted.ts';
import { companionKey } from '#form/definition/answer.ts';
import { fewestInstances } from '#form/answers/instances.ts';
import type { FormDefinition, Question } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import type { CompiledPartner } from '../compile/compile-partner.ts';
import { subjectInWords } from '../prove/words/condition-words.ts';
import { labelsOf } from './effects.ts';
import type { FoundSubject } from './find-subject.ts';

/** Lists further facts: contents, stored companions, parts and lookups. */
export function furtherFactsOf(subject: FoundSubject, partner: CompiledPartner): readonly string[] {
  const { question, node, keys, kind } = subject;
  if (question) return kind === 'question' ? ofQuestion(question, partner) : [];
  const holds = [
    `Holds ${counted(keys.length, 'question')}${keys.length === 0 ? '' : `: ${labelsOf(keys, partner)}`}.`,
  ];
  if (node?.kind === 'tabs' && kind === 'tabs') {
    const first = node.tabs.find(({ id }) => id === node.defaultTab)?.title ?? node.defaultTab;
    return [...holds, `At first “${first}” is chosen.`];
  }
  if (node?.kind !== 'addAnother') return holds;
  const fewest = fewestInstances(node);
  const [first, others] = FIRST_INSTANCES[fewest] ?? [`are ${fewest}`, 'In each further one'];
  return [
    ...holds,
    `There may be up to ${node.max}; at first there ${first}. ${others}, what is required is so once something in it is answered.`,
  ];
}

const FIRST_INSTANCES: Readonly<Record<number, readonly [first: string, others: string]>> = {
  0: ['is none', 'In each'],
  1: ['is one', 'From the second on'],
};

/** Returns the former keys and values whose stored answers are migrated. */
function formerNames(key: string, { moves }: FormDefinition): readonly string[] {
  const keys = Object.entries(moves?.keys ?? {}).flatMap(([former, now]) => (now === key ? [former] : []));
  const values = Object.entries(moves?.values[key] ?? {}).map(
    ([former, now]) => `${former}, now ${String(now)}`,
  );
  return [
    ...(keys.length > 0 ? [`It was formerly ${keys.join(', ')}.`] : []),
    ...(values.length > 0 ? [`Its answers were formerly: ${values.join('; ')}.`] : []),
  ];
}

function ofQuestion(
  { key, companion, parts, partOf, lookup, ui }: Question,
  partner: CompiledPartner,
): readonly string[] {
  const { definition } = partner;
  const filling = [...questionsOf(definition).values()].filter(
    (other) => other.key !== key && Object.values(other.lookup?.fills ?? {}).includes(key),
  );
  const named = (name: string) => `“${subjectInWords(name, definition)}” (${name})`;
  const { greetingName, fullName = [], sortName = [], homeState } = definition;
  return [
    ...(typeof ui['why'] === 'string' ? [`Students who wonder read: “${ui['why']}”`] : []),
    ...(companion ? [`The label of the chosen option is saved with it as ${companionKey(key)}.`] : []),
    ...(parts.length > 0 ? [`Drawn with it, in one place: ${parts.map(named).join(', ')}.`] : []),
    ...(partOf === undefined ? [] : [`It is rendered together with ${named(partOf)}.`]),
    ...(lookup ? [`It is looked up in the directory ${lookup.category}.`] : []),
    ...filling.map((other) => `Choosing an entry of “${other.fullLabel}” (${other.key}) fills it in.`),
    ...formerNames(key, definition),
    ...(fullName.includes(key) ? ['It is part of the full name.'] : []),
    ...(sortName.includes(key) ? ['The application is filed under it.'] : []),
    ...(greetingName.includes(key) ? ['The student is greeted with it.'] : []),
    ...(homeState === key ? ['It is the state of residence for look-ups.'] : []),
  ];
}
