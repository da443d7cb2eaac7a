/** Whether high-volume tests run in full, as in `.ci/run`: TEST_VOLUME=full. */
export const isFullVolume = process.env['TEST_VOLUME'] === 'full';

/** Chooses how often a random or repeated test runs: in `npm test`, or in full. */
export function rounds(usual: number, full: number): number {
  return isFullVolume ? full : usual;
}
