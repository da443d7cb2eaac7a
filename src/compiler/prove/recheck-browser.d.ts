/** Plain JavaScript build of recheck, typed as the package. */
declare module 'recheck/lib/browser.js' {
  const recheck: Pick<typeof import('recheck'), 'checkSync'>;
  export = recheck;
}
