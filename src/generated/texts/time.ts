// Written by npm run generate; never edit by hand.

export const inCity = { text: "{time} ({city} time)" } as const;
export const inZone = { text: "{time} ({zone})" } as const;
export const whereYouAre = { text: "{time} where you are" } as const;
