import { expect, test } from 'vitest';
import { csvCell } from '#server/operator/export/applications-csv.ts';
import { createProgress } from '#server/operator/export/export-work.ts';

test('an export reports progress and remaining time every two seconds', () => {
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

test.each([
  ['=HYPERLINK("http://evil.example")', `"'=HYPERLINK(""http://evil.example"")"`],
  ['+1 303 555 0142', '+1 303 555 0142'],
  ['+1 (303) 555-0142', '+1 (303) 555-0142'],
  ['-5', '-5'],
  ['-12.50', '-12.50'],
  ['-5,5', '"-5,5"'],
  ['-5%', '-5%'],
  ['-2+3', "'-2+3"],
  ['+1-303-555-0142', "'+1-303-555-0142"],
  ['-2-3', "'-2-3"],
  ['+49 (0)30/123456', "'+49 (0)30/123456"],
  ["-1|cmd!'A1'", "'-1|cmd!'A1'"],
  ['@SUM(A1)', "'@SUM(A1)"],
  [' =1', "' =1"],
  ['\t=1', "'\t=1"],
  ['＝1', "'＝1"],
  ['\r\n=1', `"'\r\n'=1"`],
  ['a\r\n=1\n"=2\r@3', `"a\r\n'=1\n'""=2\r'@3"`],
  ['x;=1; @2', "x;'=1;' @2"],
  ['x;"=1', `"x;'""=1"`],
  ['plain', 'plain'],
  ['a=b', 'a=b'],
  ['', ''],
])('the text %j is the cell %s', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

test('numbers, booleans and missing values are plain cells', () => {
  expect([-5, true, undefined].map(csvCell)).toEqual(['-5', 'true', '']);
});
