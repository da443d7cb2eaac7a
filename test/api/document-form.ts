import type { Question } from '#form/definition/definition.ts';
import type { Questionnaire } from '#server/settings/questionnaire.ts';
import { form, nodes, page, question, tabs } from '#test/form/build-definition.ts';
import { compileValidators } from '#compiler/emit/compile-validators.ts';
import { toyQuestionnaire } from '#test/server/toy-questionnaire.ts';

function document(key: string, part: Partial<Question> = {}): Question {
  return question(key, {
    widget: 'file',
    summaryFormat: 'document',
    constraints: { const: 'ANSWERED' },
    ...part,
  });
}

/**
 * The toy questionnaire with documents: `passport` is required, `essay` takes small Word documents only, `card` is visible only when the colour is blue, and
 * `plan` is in the first tab of `coast`, next to the text `pier`; the second tab holds `beach`.
 */
export function documentQuestionnaire(): Questionnaire {
  const isBlue = { valueKey: 'colour', operator: 'equals', target: 'blue' } as const;
  const definition = form(
    [
      page(
        [
          question('colour'),
          document('passport', { required: true }),
          document('card', { visibleWhen: isBlue }),
          document('plan'),
          question('pier'),
          question('beach'),
          document('essay', { ui: { accept: ['docx'], maxKilobytes: 10 } }),
        ],
        {
          layout: [
            ...nodes('colour', 'passport', 'card', 'essay'),
            tabs('coast', ['pier', 'plan'], ['beach']),
          ],
          clearing: [{ when: { ...isBlue, operator: 'notEquals' }, keys: ['card'] }],
        },
      ),
    ],
    { hash: 'documents' },
  );
  return { ...toyQuestionnaire(), definition, validators: compileValidators(definition) };
}
