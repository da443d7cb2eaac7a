// Written by npm run generate; never edit by hand.

export const yes = { text: "Yes" } as const;
export const no = { text: "No" } as const;
export const attached = { text: "Document attached for {question}" } as const;
export const school = { text: "{name} (Ceeb: {code})" } as const;
export const retired = { text: "“{label}” is no longer offered. Please choose again." } as const;
export const retiredUnnamed = { text: "This answer is not offered. Please choose again." } as const;
export const ofQuestion = { text: "{label}: {sentence}" } as const;
export const newlyAsked = { text: "This is newly asked." } as const;
export const notAsked = { text: "This question is not part of the application." } as const;
export const byAttaching = { text: "This question is answered by attaching a file." } as const;
export const notBoolean = { text: "The answer must be true or false." } as const;
export const notNumber = { text: "The answer must be a number." } as const;
export const notList = { text: "The answer must be a list." } as const;
export const longList = { text: "The answer must be a list of at most {items} items." } as const;
export const notText = { text: "The answer must be text." } as const;
export const longText = { text: "The answer must have at most {characters} characters." } as const;
export const longApplication = { text: "All answers together can have at most {kilobytes} kB. Please shorten this answer, or one of the longest: {longest}." } as const;
export const notStorable = { text: "The answer contains a character that cannot be saved. Please type it again." } as const;
