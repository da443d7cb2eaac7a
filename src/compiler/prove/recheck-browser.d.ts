/** The part of recheck that is plain JavaScript; its types are those of the package. */
declare module 'recheck/lib/browser.js' {
  const recheck: Pick<typeof import('recheck'), 'checkSync'>;
  export = recheck;
}
