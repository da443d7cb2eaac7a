// Written by npm run generate; never edit by hand.

export const list = { text: "Sections of {page}" } as const;
export const place = { text: "Section {number} of {count}" } as const;
export const showAll = { text: "Show all sections" } as const;
export const untouched = { text: "Not started" } as const;
export const optional = { text: "Optional" } as const;
export const left = { text: "{count} left" } as const;
export const goOn = { text: "Continue where you stopped: {section}" } as const;
