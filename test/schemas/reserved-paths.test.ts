import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT_PATHS, PROJECT_ROOT } from '#compiler/source/schema-paths.ts';
import { CALL_PATHS, SCREEN_PATHS } from '#form/definition/reserved-paths.ts';

describe('the paths that a page of the questionnaire may not have', () => {
  it('are those of the router', () => {
    const files = ['App.tsx', 'session/navigation-state.ts'].map((name) =>
      readFileSync(path.join(PROJECT_ROOT, 'src/client', name), 'utf8'),
    );
    const screens = [...files.join('').matchAll(/(?:path="|\['|const [A-Z_]+ = ')\/([^"']+)["']/g)].map(
      ([, name]) => name,
    );

    expect(new Set(screens)).toEqual(new Set(SCREEN_PATHS));
  });

  it('are those of the calls', () => {
    const folder = path.join(PROJECT_PATHS.schemasFolder, 'api');
    const calls = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8'));
    const begins = calls.map((text) => /"call": "[A-Z]+ \/([a-z]+)/.exec(text)?.[1]);

    expect(begins.length).toBeGreaterThan(20);
    for (const begin of new Set(begins)) expect(CALL_PATHS).toContain(begin);
  });
});
