import { openSchemas } from '../source/open-schemas.ts';
import { QUESTION_TEXTS, readTexts } from '../source/engine-texts.ts';

/** First line of each generated file. */
export const HEADER = '// Written by npm run generate; never edit by hand.\n\n';

/** Generates a module of engine texts, as objects so that only `say` can show them. */
export function textModule(schemasFolder: string): string {
  const { plain } = openSchemas(schemasFolder);
  const texts = [...readTexts(plain).values()].filter(({ group }) => group !== QUESTION_TEXTS);
  const groups = [...Map.groupBy(texts, ({ group }) => group)].map(([group, own]) => {
    const lines = own.map(({ name, text, one }) => {
      const forms = one === undefined ? '' : `, one: ${JSON.stringify(one)}`;
      return `  ${name}: { text: ${JSON.stringify(text)}${forms} },\n`;
    });
    return `export const ${group}Texts = {\n${lines.join('')}} as const;\n`;
  });
  return HEADER + groups.join('\n');
}

/** Converts a file name to a type name part: `us-states` → `UsStates`. */
export function pascalCase(name: string): string {
  const words = name.replaceAll(/(?:^|-)([a-z0-9])/g, (_whole, letter: string) => letter.toUpperCase());
  return words.replace(/^(?=\d)/, '_');
}
