// Written by npm run generate; never edit by hand.

export const pageTitle = { text: "Application Submitted" } as const;
export const heading = { text: "Your Application Is Submitted" } as const;
export const mail = { text: "We send an email with your receipt to {email}. Please keep it for questions." } as const;
export const next = { text: "What Happens Next" } as const;
export const portal = { text: "Open your student portal" } as const;
export const portalText = { text: "Track your application and see what we still need." } as const;
export const evaluation = { text: "Check your transfer credit" } as const;
export const evaluationText = { text: "Find out which of your college credits count here." } as const;
export const agreement = { text: "Read the enrollment agreement" } as const;
export const agreementText = { text: "You will sign it if you are admitted." } as const;
export const faq = { text: "Look up when you will hear from us" } as const;
export const faqText = { text: "And find answers to other common questions." } as const;
export const visit = { text: "Come and See Us" } as const;
export const tour = { text: "Campus tour" } as const;
export const tourText = { text: "Choose a day and tour the campus with a student." } as const;
export const location = { text: "Getting here" } as const;
export const locationText = { text: "Directions, parking and public transportation." } as const;
export const stay = { text: "Where to stay" } as const;
export const stayText = { text: "Places to spend the night near campus." } as const;
export const ahead = { text: "Look Ahead" } as const;
export const housing = { text: "Housing" } as const;
export const housingText = { text: "See where you could live." } as const;
export const catalog = { text: "Course catalog" } as const;
export const catalogText = { text: "Browse what you could study." } as const;
