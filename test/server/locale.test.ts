import { describe, expect, it } from 'vitest';
import type { Questionnaire } from '#server/settings/questionnaire.ts';
import { createLocales } from '#server/http/locale.ts';
import { toyQuestionnaire } from './toy-questionnaire.ts';
import { dateText } from '#texts/language.ts';
import { say } from '#texts/say.ts';

const SAVED = { text: 'Saved' } as const;
const inLanguage = (own: Partial<Questionnaire['partner']>): Questionnaire => {
  const toy = toyQuestionnaire();
  return { ...toy, partner: { ...toy.partner, ...own } };
};
const locales = createLocales({
  languages: new Map([
    ['es', inLanguage({ language: 'es', texts: { Saved: 'Guardado' } })],
    ['ar', inLanguage({ language: 'ar', direction: 'rtl', texts: { Saved: 'محفوظ' } })],
  ]),
});

describe('the language of a request', () => {
  it.each([
    ['nothing', {}, undefined],
    ['a browser in Spanish', { 'accept-language': 'es' }, 'es'],
    ['a browser in Mexican Spanish', { 'accept-language': 'es-MX,en;q=0.8' }, 'es'],
    ['a browser that prefers English', { 'accept-language': 'en-US,es;q=0.9' }, 'en'],
    ['a browser with unavailable preferences', { 'accept-language': 'fr,ar;q=0.5,es;q=0.7' }, 'es'],
    ['none of thousands, which take long to read', { 'accept-language': `${'fr,'.repeat(20)}es` }, undefined],
    ['a choice', { 'accept-language': 'es', cookie: 'a=b; language=ar' }, 'ar'],
    ['a choice of English', { 'accept-language': 'es', cookie: 'language=en' }, 'en'],
    ['an unavailable choice', { 'accept-language': 'es', cookie: 'language=xx' }, 'es'],
  ])('is found by %s', (_what, headers, language) => {
    expect(locales.languageOf({ headers })).toBe(language);
  });

  it.each([
    ['a link for staff', '', 'en'],
    ["a student's PDF copy", '&service_language=es-US', 'es'],
  ])('is found by %s, whatever the browser prefers', (_what, more, language) => {
    const headers = { 'accept-language': 'ar', cookie: 'language=ar' };

    expect(locales.languageOf({ headers, url: `/?service_token=abc${more}` })).toBe(language);
  });
});

describe('the questionnaire', () => {
  it("is in the reader's language", () => {
    const own = toyQuestionnaire();
    expect(locales.runIn('es', () => locales.localized(own).partner)).toMatchObject({ language: 'es' });
    expect(locales.runIn('en', () => locales.localized(own))).toBe(own);
  });
});

describe('messages', () => {
  it("are in each reader's language, in parallel", async () => {
    const spoken = ['es', 'ar', undefined, 'xx'].map((language) =>
      locales.runIn(language, async () => {
        await Promise.resolve();
        return say(SAVED);
      }),
    );

    expect(await Promise.all(spoken)).toEqual(['Guardado', 'محفوظ', 'Saved', 'Saved']);
  });

  it("have the reader's date format", () => {
    const day = new Date('2026-11-22T12:00:00Z');
    const date = locales.runIn('es', () => dateText(day, { dateStyle: 'long', timeZone: 'UTC' }));

    expect(date).toBe('22 de noviembre de 2026');
  });
});
