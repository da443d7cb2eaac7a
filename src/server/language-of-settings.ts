import type { Partner } from '#form/definition/definition.ts';
import { isRecord } from '#form/definition/is-record.ts';
import { type Language, languageOf, type PluralForms } from '#texts/language.ts';

/** How a partner's settings are read, and what is said in them instead of the engine's sentences. */
export function languageOfSettings({ language, direction, texts }: Partner): Language {
  return languageOf({
    ...(typeof language === 'string' && { language }),
    ...(direction === 'rtl' && { direction }),
    texts: isRecord(texts) ? Object.fromEntries(Object.entries(texts).filter(isSaid)) : {},
  });
}

function isSaid(entry: [string, unknown]): entry is [string, string | PluralForms] {
  const [, said] = entry;
  return (
    typeof said === 'string' ||
    (isRecord(said) && Object.values(said).every((form) => typeof form === 'string'))
  );
}
