// Written by npm run generate; never edit by hand.

export const uploading = { text: "File Upload in Progress" } as const;
export const ask = { text: "Delete {files}?" } as const;
export const files = { text: "If you change to “{tab}”, {files} will be deleted. This cannot be undone." } as const;
export const change = { text: "Delete and change" } as const;
