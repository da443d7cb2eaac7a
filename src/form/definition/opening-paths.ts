/** The calls with which a page of the form opens, each a GET: the page makes them early, the server in their own turn. */
export const OPENING_PATHS: readonly string[] = [
  '/api/profile',
  '/api/tabs',
  '/api/add-another',
  '/api/document-answer',
];
