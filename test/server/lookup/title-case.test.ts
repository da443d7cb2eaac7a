import { expect, test } from 'vitest';
import { titleCase } from '#server/lookup/import/read-entry.ts';

test.each([
  ['EAST HIGH SCHOOL', 'East High School'],
  ["ST. MARY'S ACADEMY", "St. Mary's Academy"],
  ['ACADEMY OF THE HOLY NAMES', 'Academy of the Holy Names'],
  ['THE BRANSON SCHOOL', 'The Branson School'],
  ['KINGWOOD H S', 'Kingwood H S'],
  ['JFK HS', 'JFK HS'],
  ['MCLEAN', 'McLean'],
  ["O'NEILL", "O'Neill"],
  ['JEFFERSON COUNTY MIDDLE/HIGH SCHOOL', 'Jefferson County Middle/High School'],
  ['COTTAGE HILL - WEST CAMPUS', 'Cottage Hill - West Campus'],
  ['130TH AVE', '130th Ave'],
  ['ThunderRidge High School', 'ThunderRidge High School'],
  ['', ''],
])('writes %j as %j', (capitals, usual) => {
  expect(titleCase(capitals)).toBe(usual);
});
