// Written by npm run generate; never edit by hand.

export const download = { text: "Download PDF Copy" } as const;
export const preparing = { text: "Preparing PDF Copy" } as const;
export const again = { text: "Try PDF Copy Again" } as const;
export const isPreparing = { text: "We are preparing your PDF copy. This takes a few seconds." } as const;
export const isReady = { text: "Your PDF copy is ready." } as const;
export const error = { text: "Error downloading PDF copy of your application." } as const;
export const incomplete = { text: "They would be missing from the PDF copy." } as const;
