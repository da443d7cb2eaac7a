// Written by npm run generate; never edit by hand.

export const title = { text: "Reminders" } as const;
export const lead = { text: "If you have not submitted yet, we send you an email 7 days and 1 day before the deadline." } as const;
export const on = { text: "Send me reminders" } as const;
export const stopped = { text: "You will get no more reminders from us." } as const;
export const wanted = { text: "We will remind you before the deadline." } as const;
export const badLink = { text: "This link does not work. Log in and stop the reminders under Your Account." } as const;
export const stopTitle = { text: "Stop Reminders" } as const;
export const stopLead = { text: "We send you an email before the deadline. You can stop that here." } as const;
