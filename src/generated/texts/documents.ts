// Written by npm run generate; never edit by hand.

export const lost = { text: "This file was not sent. Please try again or cancel it." } as const;
export const notAsked = { text: "This question no longer applies, so the file was not sent." } as const;
export const uploadError = { text: "Error uploading file for {question}" } as const;
export const deleteError = { text: "Error deleting file for {question}" } as const;
export const tabError = { text: "Error handling tabs for {tab}" } as const;
export const addError = { text: "Error adding another {group}" } as const;
export const attachedElsewhere = { text: "“{file}” was attached in another window in the meantime. Choose the tab again to change it." } as const;
export const uploadRunning = { text: "Please wait until the file upload has completed." } as const;
export const tooLarge = { text: "Your file is too large. The maximum file size is 1 MB." } as const;
export const wrongType = { text: "You can only enter the following file types: .png, .jpeg, .jpg, .pdf, .docx" } as const;
export const empty = { text: "Your file is empty. Please upload a non-empty file." } as const;
export const longName = { text: "Your file name is too long: 32 characters at most." } as const;
export const unnamed = { text: "Your file has no name. Please give it one." } as const;
export const unknown = { text: "There is no such document in your application." } as const;
export const notArrived = { text: "Your file did not arrive. Please choose it again." } as const;
export const notAllowed = { text: "This upload is not allowed, or it took too long. Please choose the file again." } as const;
export const notDocument = { text: "This question is not answered with a document." } as const;
export const manyUploads = { text: "You have sent many files. Please try again in {wait}." } as const;
export const notReady = { text: "Your file is still being prepared. Please wait a moment and submit again." } as const;
export const notUsable = { text: "Your file could not be prepared. Please remove it or choose another one." } as const;
export const deleted = { text: "The document is deleted." } as const;
