import type { Effort } from './thumb.ts';

/**
 * What the robot needed on the form of commit bb87249115303387937dba472959bf1afb15de72, before there were sections to
 * choose from, a key that goes on and codes that fill in their place: counted by `npm run bench -- robot` in a copy of that
 * commit, to which the files of the robot were added.
 */
export const EFFORTS_BEFORE: Readonly<Record<string, Effort>> = {
  'a first-year from the United States': { taps: 70, keys: 181, scrolls: 41, min: 3.93 },
  'a home-schooled adult without parents to name': { taps: 52, keys: 410, scrolls: 32, min: 4.33 },
  'a citizen of the United Kingdom with a visa': { taps: 66, keys: 149, scrolls: 42, min: 3.63 },
  'a permanent resident with two siblings who has lost a parent': {
    taps: 51,
    keys: 97,
    scrolls: 37,
    min: 2.8,
  },
  'a transfer student with three high schools and a suspension': {
    taps: 59,
    keys: 389,
    scrolls: 34,
    min: 4.48,
  },
};
