// Written by npm run generate; never edit by hand.

export const required = { text: "Questions marked with {mark} are required." } as const;
export const why = { text: "Why do we ask?" } as const;
export const step = { text: "Step {step} of {steps}" } as const;
export const back = { text: "Back" } as const;
export const save = { text: "Save & Continue" } as const;
export const submit = { text: "Submit" } as const;
