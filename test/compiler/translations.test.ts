import { countTranslations } from '#compiler/check/words/check-translations.ts';
import { openSchemas } from '#compiler/source/open-schemas.ts';
import { describe, expect, it } from 'vitest';
import { isYearList } from '#form/answers/option-lists.ts';
import type { Option } from '#form/definition/option-list.ts';
import { translate } from '#scripts/translate.ts';
import { type FormEdits, tinyFile, tinyFormWith, compileTiny, questionOf } from './tiny-form.ts';

/** The tiny form with a Spanish translation. */
function tinyInSpanish(texts: object, settings: object = {}, more: FormEdits = {}): string {
  const partner = { ...tinyFile('partners/default.json'), ...settings, languages: ['es'] };
  const spanish = { $schema: '../meta/translation.meta.json', name: 'Español', texts };
  return tinyFormWith({ 'partners/default.json': partner, 'translations/es.json': spanish, ...more });
}

const NAME = { of: 'Name', is: 'Nombre' };
const IN_SPANISH = { 'pages/you.schema.json': { 'properties/name/title': NAME } };

function labelsIn(folder: string): readonly (string | undefined)[] {
  const compiled = compileTiny('default', folder);
  const spanish = compiled.languages.get('es');
  return [compiled, spanish].map((form) => form?.definition.pages[0]?.questions['name']?.label);
}

/** An option list of the tiny form in Spanish. */
function optionsIn(folder: string, name: string): readonly Option[] {
  const list = compileTiny('default', folder).languages.get('es')?.definition.options[name];
  return list && !isYearList(list) ? list : [];
}

describe('a translation', () => {
  it('is compiled as the same form as English', () => {
    const compiled = compileTiny('default', tinyInSpanish(IN_SPANISH));
    const spanish = compiled.languages.get('es');

    expect(questionOf(compiled, 'name').label).toBe('Name');
    expect(spanish?.definition.pages[0]?.questions['name']?.label).toBe('Nombre');
    expect(spanish?.definition.hash).toBe(compiled.definition.hash);
    expect(compiled.settings).toMatchObject({ languages: { en: 'English', es: 'Español' } });
    const texts = { 'Save & Continue': 'Guardar y continuar' };
    expect(spanish?.settings).toMatchObject({ language: 'es', direction: 'ltr', texts });
  });

  it("stores option labels in the form's own language", () => {
    const label = { of: 'Flat', is: 'Piso' };
    const folder = tinyInSpanish({ 'options/homes.json': { 'options/0/label': label } });
    const [flat, house] = optionsIn(folder, 'homes');

    expect(flat).toEqual({ value: 'flat', label: 'Piso', stored: 'Flat' });
    expect(house).toEqual({ value: 'house', label: 'House' });
  });

  it('sorts a list that is in alphabetical order, except what is last in it', () => {
    const english = ['Barn', 'Cabin', 'Castle', 'Cottage', 'Flat', 'House', 'Tent', 'Tower', 'Other'];
    const spanish = ['Granero', 'Cabaña', 'Castillo', 'Casita', 'Piso', 'Casa', 'Tienda', 'Torre', 'Otra'];
    const options = english.map((label) => ({ value: label.toLowerCase(), label }));
    const entries = english.map((of, at) => [`options/${at}/label`, { of, is: spanish[at] }]);
    const texts = { 'options/homes.json': Object.fromEntries(entries) };
    const folder = tinyInSpanish(texts, {}, { 'options/homes.json#/options': options });

    const sorted = ['Cabaña', 'Casa', 'Casita', 'Castillo', 'Granero', 'Piso', 'Tienda', 'Torre', 'Otra'];
    expect(optionsIn(folder, 'homes').map(({ label }) => label)).toEqual(sorted);
  });

  it('follows a text that has moved in its file', () => {
    expect(labelsIn(tinyInSpanish({ 'pages/you.schema.json': { 'properties/gone/title': NAME } }))).toEqual([
      'Name',
      'Nombre',
    ]);
  });

  it.each([
    ['has changed since', { of: 'Full name', is: 'Nombre' }],
    ['needs review', { ...NAME, was: 'Full name' }],
    ['has no translation', { of: 'Name', is: '' }],
  ])('falls back to English where a text %s', (_why, entry) => {
    const folder = tinyInSpanish({ 'pages/you.schema.json': { 'properties/name/title': entry } });

    expect(labelsIn(folder)).toEqual(['Name', 'Name']);
  });

  it('has all plural forms of an engine text', () => {
    const of = { one: '{count} page', other: '{count} pages' };
    const is = { one: '{count} página', many: '{count} de páginas', other: '{count} páginas' };
    const folder = tinyInSpanish({ 'texts.json': { 'file.pages {count}': { of, is } } });
    const spanish = compileTiny('default', folder).languages.get('es');

    expect(spanish?.settings).toMatchObject({ texts: { [of.other]: is } });
  });
});

describe("a partner's text about past deadlines", () => {
  const sentence = 'Please write to us.';
  const deadlines = {
    question: 'home',
    dates: [{ term: 'flat', until: '2027-01-15T23:59' }],
    afterDeadline: 'refuse',
    sentence,
  };
  const is = 'Por favor, escríbanos.';
  const texts = { 'partners/default.json': { 'deadlines/sentence': { of: sentence, is } } };

  it('is translated for the page, and for the server, whose settings are untranslated', () => {
    const folder = tinyInSpanish(texts, { time_zone: 'America/Denver', deadlines });
    const { settings, languages } = compileTiny('default', folder);

    expect(settings).toMatchObject({ deadlines: { sentence } });
    expect(languages.get('es')?.settings).toMatchObject({
      deadlines: { sentence: is },
      texts: { [sentence]: is },
    });
  });
});

describe('npm run translate', () => {
  it('moves translations with their texts, and lists changed and missing ones', () => {
    const folder = tinyInSpanish({
      'pages/you.schema.json': {
        'properties/gone/title': { of: 'Nickname', is: 'Apodo' },
        'properties/name/title': { of: 'Full name', is: 'Nombre' },
      },
    });
    const counts = () => countTranslations(openSchemas(folder).plain);
    const before = counts();
    const first = translate('es', folder);
    const again = translate('es', folder);

    expect(first.outdated).toEqual([
      'pages/you.schema.json, properties/name/title: "Full name" is now "Name"',
    ]);
    expect(first.missing).toContain('pages/you.schema.json, properties/home/title: "Home"');
    expect(first.missing.join('\n')).not.toContain('texts.json');
    expect(again).toEqual(first);
    expect(before).toEqual([expect.stringMatching(/^es: \d+ of \d+ translated, 1 outdated\.$/)]);
    expect(counts()).toEqual(before);
  });
});
