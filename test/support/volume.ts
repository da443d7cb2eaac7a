/** Whether high-volume tests run in full, as in `.ci/run`: TEST_VOLUME=full. */
export const isFullVolume = process.env['TEST_VOLUME'] === 'full';

/** Returns the number of runs of a random or repeated test: in `npm test`, or in full. */
export function rounds(usual: number, full: number): number {
  return isFullVolume ? full : usual;
}
