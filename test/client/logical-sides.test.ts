import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const CLIENT = path.resolve(import.meta.dirname, '../../src/client');
/** Physical in every language, such as the side of a spinner. */
const TURNING = 'first-paint.css';
const PHYSICAL =
  /(?:^|[\s;{])(?:(?:margin|padding|border)-(?:left|right)[\w-]*|left|right)\s*:|(?:text-align|float|clear)\s*:\s*(?:left|right)/;

it('styles use logical sides, for languages written right to left', () => {
  const sheets = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.css') && !name.endsWith(TURNING),
  );
  const physical = sheets.flatMap((name) =>
    readFileSync(path.join(CLIENT, name), 'utf8')
      .split('\n')
      .flatMap((line, index) => (PHYSICAL.test(line) ? [`${name}:${index + 1} ${line.trim()}`] : [])),
  );

  expect(sheets.length).toBeGreaterThan(0);
  expect(physical).toEqual([]);
});
