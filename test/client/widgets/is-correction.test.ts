import { describe, expect, it } from 'vitest';
import { isCorrection } from '#client/widgets/lookup/LookupBox.tsx';

describe('a name that replaces another', () => {
  it.each([
    ['East High', 'East High School'],
    ['East High School', 'East High'],
    ['East High School', 'EAST HIGH SCHOOL'],
    ['St. John’s', 'St Johns'],
    ['East High School', 'East High School, Denver'],
    ['East High School', 'East Denver High School'],
  ])('%s: %s is the same, mended', (former, text) => {
    expect(isCorrection(former, text, false)).toBe(true);
  });

  it.each([
    ['East High School', 'West High School'],
    ['PS 118', 'PS 119'],
    ['East High School', 'My Tutors'],
    ['East High School', ''],
    ['', 'East High School'],
  ])('%s: %s is another one', (former, text) => {
    expect(isCorrection(former, text, false)).toBe(false);
  });
});

describe('an address line that replaces another', () => {
  it.each([
    ['1200 Mian St', '1200 Main St'],
    ['1200 Main St', '1210 Main St'],
    ['1200 Main St', '1200 N Main Street'],
  ])('%s: %s is the same, mended', (former, text) => {
    expect(isCorrection(former, text, true)).toBe(true);
  });

  it.each([
    ['1200 Main St', '45 Oak Avenue'],
    ['1200 Main St', ''],
  ])('%s: %s is another one', (former, text) => {
    expect(isCorrection(former, text, true)).toBe(false);
  });
});
