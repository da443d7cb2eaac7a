// Written by npm run generate; never edit by hand.

export const held = { text: "Your date of birth says that you are too young to apply, so nothing else is saved. If you typed it wrongly, correct it, then confirm it under Account, Your Account." } as const;
export const released = { text: "Thank you. Your application goes on." } as const;
export const askUs = { text: "Only we can change this now. Please write to us." } as const;
export const correctFirst = { text: "The date of birth in your application still says that you are too young. Please correct it there first." } as const;
export const differs = { text: "This is not the date of birth in your application. Please check both." } as const;
export const title = { text: "Your Date of Birth" } as const;
export const lead = { text: "The date of birth in your application says that you are too young to apply. The law does not let us keep what a child sends us without a parent's consent. Until this is cleared up we save nothing else. If it is not cleared up, we delete your application." } as const;
export const how = { text: "If you typed it wrongly, correct it in your application. Then enter it here once more." } as const;
export const date = { text: "Date of birth" } as const;
export const confirm = { text: "This Is My Date of Birth" } as const;
export const write = { text: "Please write to [{email}](mailto:{email})." } as const;
