// Written by npm run generate; never edit by hand.

export const stillWorking = { text: "Still working?" } as const;
export const stay = { text: "Yes - Take me back to my application" } as const;
export const leave = { text: "No - Please log me out" } as const;
export const inactive = { text: "You have been inactive for a while. To keep your answers private, we will log you out in one minute. Your answers will be saved first." } as const;
export const loggedOut = { text: "You have been automatically logged out due to inactivity." } as const;
export const formChanged = { text: "This application has changed since you opened it. What you answered is kept. Please reload the page to see the questions of today." } as const;
export const stillIn = { text: "You are still logged in." } as const;
export const unsavedElsewhere = { text: "Another window of this application has unsaved answers. Please check that window, then try again." } as const;
export const whichAnswers = { text: "Which answers should we keep?" } as const;
export const carried = { text: "Before you logged in, you gave answers that differ from those saved in your application. Nothing changes until you choose." } as const;
export const takeAllNew = { text: "Use all my new answers" } as const;
export const keepAllSaved = { text: "Keep all saved answers" } as const;
export const saveChoices = { text: "Save my choices" } as const;
export const newAnswer = { text: "Your new answer" } as const;
export const savedAnswer = { text: "The saved answer" } as const;
export const whichAnswer = { text: "Which answer should we keep?" } as const;
export const changedElsewhere = { text: "{question} was also changed somewhere else, perhaps by you in another window." } as const;
export const answerHere = { text: "Your answer here" } as const;
export const keepMine = { text: "Keep mine" } as const;
export const answerElsewhere = { text: "The answer saved elsewhere" } as const;
export const takeTheirs = { text: "Use theirs" } as const;
export const noAnswer = { text: "No answer" } as const;
export const filled = { text: "Some answers were filled in for you. Please check them." } as const;
export const nothingFilled = { text: "You have already answered the questions in this link, so nothing was filled in." } as const;
export const filledTooLate = { text: "Your application has been submitted, so the answers in this link were not filled in." } as const;
export const linkError = { text: "Link Error" } as const;
