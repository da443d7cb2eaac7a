import { expect, test } from 'vitest';
import { createProgress } from '#server/operator/export/export-work.ts';

test('an export reports every two seconds how many are done, and how long the rest takes', () => {
  const lines: string[] = [];
  let now = 0;
  const done = createProgress(
    1200,
    (line) => lines.push(line),
    () => now,
  );
  for (let count = 0; count < 1200; count += 1) {
    now += 100;
    done();
  }
  expect(lines).toHaveLength(59);
  expect([lines[0], lines[29], lines.at(-1)]).toEqual([
    '20 of 1200 applications, about 2 minutes left …',
    '600 of 1200 applications, about 1 minute left …',
    '1180 of 1200 applications, about 2 seconds left …',
  ]);
});
