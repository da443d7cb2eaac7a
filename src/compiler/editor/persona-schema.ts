import { isRecord } from '#form/definition/is-record.ts';
import { answerType } from '../compile/question-shape.ts';
import type { Cursor } from '../source/cursor.ts';
import { kindOf, layoutNodes } from '../source/layout-cursor.ts';
import { collectNames, joinNames } from '../source/names.ts';
import type { SourceSet } from '../source/source-set.ts';
import type { Answers } from './answer-rules.ts';
import { type Schema, Specializer } from './specialize.ts';

/** The schema of an invented student: what may be decided of each question, and which tabs and instances there are. */
export function personaSchema(meta: unknown, sources: SourceSet, answers: Answers): Schema {
  const schema = new Specializer({}, {}).schema(meta);
  const pairs = sources.pairNames('pages').flatMap((name) => sources.pair(`pages/${name}`) ?? []);
  const { questions, tabGroups } = joinNames(pairs.map((pair) => collectNames(pair, sources)));
  const members = isRecord(schema['properties']) ? schema['properties'] : {};
  const decided = [...questions].map(([key, property]) => [key, decisionOf(key, property, answers)] as const);
  const groups = [...tabGroups].map(([id, tabs]) => [
    id,
    { description: 'The tab that is chosen.', enum: tabs, errorMessage: 'No tab of this group has this id.' },
  ]);
  const repeated = pairs.flatMap(({ ui }) =>
    [...layoutNodes(ui, undefined)].flatMap((node) =>
      kindOf(node) === 'addAnother' ? (node.at('id')?.text() ?? []) : [],
    ),
  );
  return {
    ...schema,
    properties: {
      ...members,
      answers: only(members['answers'], Object.fromEntries(decided), 'No question has this key.'),
      tabs: only(members['tabs'], Object.fromEntries(groups), 'No tab group has this id.'),
      // Those that blocks bring are offered by nobody, and right.
      counts: { ...Object(members['counts']), propertyNames: { examples: repeated } },
    },
  };
}

/** An object with these members and no others. */
function only(schema: unknown, properties: Schema, errorMessage: string): Schema {
  return { ...Object(schema), properties, additionalProperties: false, errorMessage };
}

/** What an invented student may decide of a question: an answer to it, or to leave it empty. */
function decisionOf(key: string, property: Cursor, answers: Answers): Schema {
  const description = property.at('title')?.text() ?? key;
  const { enum: values, enumDescriptions: labels } = answers.of({ kind: 'question', key, property });
  switch (answerType(property)) {
    case 'array':
      return { description, type: ['array', 'string'], items: { enum: values } };
    case 'boolean':
      return { description, enum: [true, ''], enumDescriptions: ['Checked.', 'Left empty.'] };
    case 'string':
      if (!Array.isArray(values) || !Array.isArray(labels)) return { description, type: 'string' };
      return {
        description,
        enum: [...values, ''],
        enumDescriptions: [...labels, 'Left empty.'],
        errorMessage: 'No option of this question has this value.',
      };
    default:
      return { description, type: ['number', 'string'] };
  }
}
