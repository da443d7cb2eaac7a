// Written by `npm run generate`; never edit by hand.
export type DefaultAnswers = Record<string, never>;
