/** The calls with which a page of the form opens, each a GET: the server takes them in their own turn. */
export const OPENING_PATHS: readonly string[] = [
  '/api/profile',
  '/api/tabs',
  '/api/add-another',
  '/api/document-answer',
];

/** The answers of all of them in one, by their paths, which the page asks for early. */
export const OPENING_PATH = '/api/opening';
