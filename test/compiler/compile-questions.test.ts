import { describe, expect, it } from 'vitest';
import { compileTiny, compileTinyWith, questionOf, tinyFile } from './tiny-form.ts';

const tiny = compileTiny();
const question = (key: string) => questionOf(tiny, key);

/** The tiny form with an extended phone in the block "vet", and these required questions. */
function vetPhoneWith(more: Readonly<Record<string, unknown>>, required = ['vet_phone']) {
  const file = tinyFile('blocks/vet.schema.json');
  Object.assign(file.properties.vet_phone, more);
  return compileTinyWith({ 'blocks/vet.schema.json': { ...file, required } });
}

describe('a compiled question', () => {
  it('takes 45 characters in a text and 1500 in a textarea by default', () => {
    expect(question('name').constraints).toEqual({ maxLength: 45 });
    expect(question('motto').constraints).toEqual({ maxLength: 1500 });
    expect(question('vet_phone').constraints).toEqual({ maxLength: 45, minLength: 7 });
  });

  it('has no maximum length if format, list or type limits it', () => {
    expect(question('born').constraints).toEqual({ format: 'date' });
    expect(question('home').constraints).toEqual({});
    expect(question('floor').constraints).toEqual({ minimum: 0 });
    expect(question('move_year').constraints).toEqual({});
  });

  it.each([
    ['email', 254],
    ['uri', 2000],
    ['uuid', undefined],
    ['date', undefined],
  ])('of the format %s has the maximum length of that format: %s', (format, most) => {
    const formatted = vetPhoneWith({ format });
    expect(questionOf(formatted, 'vet_phone').constraints.maxLength).toBe(most);
  });

  it('of a format keeps its own length', () => {
    const formatted = vetPhoneWith({ format: 'email', maxLength: 60 });
    expect(questionOf(formatted, 'vet_phone').constraints.maxLength).toBe(60);
  });

  it('has its own widget, else the default of its type', () => {
    const widgets = ['name', 'born', 'home', 'grown', 'colors', 'pet_kind'].map(
      (key) => question(key).widget,
    );

    expect(widgets).toEqual(['text', 'date', 'radio', 'checkbox', 'checkboxes', 'dropdown']);
  });

  it("has its widget's summary format", () => {
    expect(['home', 'colors', 'name'].map((key) => question(key).summaryFormat)).toEqual([
      'options',
      'options',
      undefined,
    ]);
  });

  it('fills its full label into the default messages', () => {
    expect(question('pet_2_name').messages).toEqual({
      required: 'Pet 2: Name is a required field',
      type: 'Pet 2: Name must be text',
      maxLength: 'Pet 2: Name must be at most 45 characters',
    });
    expect(question('vet_phone').messages['minLength']).toBe('Vet: Phone must be at least 7 characters');
    expect(question('born').messages['format']).toBe('Born must be a valid date');
    expect(question('home').messages['enum']).toBe('Home must be one of the following values');
  });

  it('replaces default messages with its own', () => {
    const { username } = tiny.cards['login']?.questions ?? {};

    expect(username?.messages).toEqual({
      required: 'Please give your email.',
      type: 'Please give your email.',
      format: 'Please give your email.',
      maxLength: 'Please give your email.',
    });
    expect(question('floor').rules).toEqual([
      {
        when: { valueKey: 'home', operator: 'equals', target: 'flat' },
        schema: { maximum: 90 },
        message: 'Floor is too high.',
      },
    ]);
  });

  it("names the purpose of a block in the block's messages", () => {
    const message = '{messagePrefix} Please leave a number.';
    const named = vetPhoneWith({ errorMessage: message });

    expect(questionOf(named, 'vet_phone').messages['minLength']).toBe('Vet: Please leave a number.');
    expect(questionOf(named, 'second_vet_phone').messages['minLength']).toBe(' Please leave a number.');
  });

  it('uses its keyword message for rules, unless they have one', () => {
    const rules = [
      { schema: { minLength: 9 } },
      { schema: { maxLength: 12 }, errorMessage: '{messagePrefix} {label} is long.' },
      { schema: { pattern: '^[0-9]+$' } },
    ];
    const errorMessage = { minLength: '{messagePrefix} Please leave a number.' };
    const limited = vetPhoneWith({ errorMessage, rules });

    expect(questionOf(limited, 'vet_phone').rules.map(({ message }) => message)).toEqual([
      'Vet: Please leave a number.',
      'Vet: Vet: Phone is long.',
      'Vet: Phone is not in the expected format',
    ]);
  });

  it('is required by the block use instead of the block', () => {
    const when = { valueKey: 'vet_name', operator: 'answered' };
    const conditional = vetPhoneWith({ requiredWhen: when }, []);

    expect(questionOf(conditional, 'vet_phone').requiredWhen).toBeUndefined();
    expect(questionOf(conditional, 'vet_name').required).toBe(true);
    expect(questionOf(conditional, 'second_vet_phone').requiredWhen).toEqual({
      valueKey: 'second_vet_name',
      operator: 'answered',
    });
  });

  it('stores the chosen label of a single choice only', () => {
    expect(question('home').companion).toBe(true);
    expect(question('colors').companion).toBe(false);
    expect(question('name').companion).toBe(false);
  });

  it('lists the parts of its widget, and each part its question', () => {
    expect(question('move_month').parts).toEqual(['move_year']);
    expect(question('move_year').partOf).toBe('move_month');
  });

  it('has its widget options without prefix', () => {
    expect(question('motto').ui).toEqual({ help: 'A sentence is enough.' });
  });

  it('has partner values in labels and keys', () => {
    expect(question('motto').label).toBe('Motto of Tiny School');
    expect(question('code_tiny').page).toBe('pets');
    expect(questionOf(compileTiny('other'), 'code_other').page).toBe('pets');
  });

  it("can have a partner's number as its limit", () => {
    const maxLength = '{partner.character_limit}';
    const compiled = compileTinyWith({ 'pages/you.schema.json#/properties/motto/maxLength': maxLength });
    expect(questionOf(compiled, 'motto').constraints.maxLength).toBe(100);
  });
});

const bornWith = (born: object) => compileTinyWith({ 'pages/you.schema.json#/properties/born': born });

describe('the hash of a definition', () => {
  it('ignores the order of members in a file', () => {
    const { definition } = bornWith({ format: 'date', title: 'Born' });

    expect(definition.hash).toBe(tiny.definition.hash);
  });

  it('changes with a single letter', () => {
    const { definition } = bornWith({ title: 'Birth', format: 'date' });

    expect(definition.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(definition.hash).not.toBe(tiny.definition.hash);
  });
});
