// Written by npm run generate; never edit by hand.

export const lost = { text: "This file was not sent. Please try again or cancel it." } as const;
export const notAsked = { text: "This question no longer applies, so the file was not sent." } as const;
export const uploadError = { text: "Error uploading file for {question}" } as const;
export const deleteError = { text: "Error deleting file for {question}" } as const;
export const tabError = { text: "Error handling tabs for {tab}" } as const;
export const addError = { text: "Error adding another {group}" } as const;
export const attachedElsewhere = { text: "“{file}” was attached in another window in the meantime. Choose the tab again to change it." } as const;
