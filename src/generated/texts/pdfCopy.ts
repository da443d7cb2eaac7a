// Written by npm run generate; never edit by hand.

export const download = { text: "Download PDF Copy" } as const;
export const preparing = { text: "Preparing PDF Copy" } as const;
export const again = { text: "Try PDF Copy Again" } as const;
export const isPreparing = { text: "We are preparing your PDF copy. This takes a few seconds." } as const;
export const isReady = { text: "Your PDF copy is ready." } as const;
export const error = { text: "Error downloading PDF copy of your application." } as const;
export const incomplete = { text: "They would be missing from the PDF copy." } as const;
export const none = { text: "There is no PDF copy yet. Please ask for it first." } as const;
export const readyIn = { text: "Your PDF copy will be ready in about {wait}. You can leave this page and download it later under Account." } as const;
export const notMade = { text: "The PDF copy could not be made." } as const;
export const gaveUp = { text: "The PDF copy could not be made. Your application is not affected. Please try again in a minute." } as const;
export const manyCopies = { text: "You asked for many PDF copies in a short time. Please try again in {wait}." } as const;
export const pages = { text: "{pages} pages, which follow.", one: "{pages} page, which follows." } as const;
export const notAdded = { text: "This document could not be added here. It is kept with the application." } as const;
