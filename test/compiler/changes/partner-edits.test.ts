import { expect, test } from 'vitest';
import { changesAfter, type Edits, lineOf } from './edited-form.ts';

const EDITS: readonly (readonly [name: string, edits: Edits, said: readonly string[]])[] = [
  [
    'partner settings',
    {
      'partners/default.json': (file) => {
        file.phone = '(303) 555-0101';
        file.colors.primary.main = '#000033';
        file.links.tour = 'https://tiny.example/come';
      },
    },
    [
      'The partner: The phone is now “(303) 555-0101” (before: “(303) 555-0100”).',
      'The partner › Links: The link “tour” is now “https://tiny.example/come” (before: “https://tiny.example/tour”).',
      'The partner › Colors: The color “primary main” is now #000033 (before: #000000).',
    ],
  ],
  [
    'deadlines',
    {
      'partners/default.json': (file) => {
        file.time_zone = 'America/Denver';
        file.deadlines = {
          question: 'home',
          dates: [{ term: 'flat', until: '2027-01-15T23:59' }],
          afterDeadline: 'refuse',
        };
      },
    },
    [
      'The partner: The time zone is new: “America/Denver”.',
      'The partner › Deadlines: The deadline for “Flat” (flat) is new: “before January 16, 2027 at 12:00 AM (America/Denver)”.',
      'The partner › Deadlines: An application after the deadline is new: “refuse”.',
      'The partner › Deadlines: The grace after a deadline, in minutes, is new: “0”.',
      'The partner › Deadlines: The question for the term is new: “home”.',
    ],
  ],
];

test.each(EDITS)('%s', (_name, edits, sentences) => {
  expect(changesAfter(edits).map(lineOf)).toEqual(sentences);
});
