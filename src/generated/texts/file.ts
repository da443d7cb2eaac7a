// Written by npm run generate; never edit by hand.

export const needsAccount = { text: "This question can be finished once you have created an account." } as const;
export const required = { text: "Required." } as const;
export const hint = { text: "One file of at most 1 MB: .png, .jpeg, .jpg, .pdf or .docx" } as const;
export const choose = { text: "Choose file" } as const;
export const drop = { text: "or drop it here" } as const;
export const several = { text: "You can only attach one file. Please choose the one you want." } as const;
export const heic = { text: "This photo is in the HEIC format. Please save it as a .jpeg first, or attach a screenshot of it." } as const;
export const attachAs = { text: "Attach it as “{file}”" } as const;
export const progress = { text: "Sending {file}" } as const;
export const sending = { text: "Sending {file}…" } as const;
export const tryAgain = { text: "Try again" } as const;
export const converting = { text: "Your file was uploaded. We are preparing it for the reviewers, which takes a few seconds." } as const;
export const attached = { text: "Your file is attached." } as const;
export const onePage = { text: "1 page" } as const;
export const pages = { text: "{count} pages" } as const;
export const firstPage = { text: "The first page of {file}" } as const;
export const reviewer = { text: "This is what a reviewer will see" } as const;
export const replace = { text: "Replace file" } as const;
export const deleteFile = { text: "Delete file" } as const;
export const askDelete = { text: "Delete this file?" } as const;
export const willBeDeleted = { text: "“{file}” will be deleted. This cannot be undone." } as const;
export const confirmDelete = { text: "Delete" } as const;
export const deleted = { text: "The file was deleted." } as const;
