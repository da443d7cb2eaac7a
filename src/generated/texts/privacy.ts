// Written by npm run generate; never edit by hand.

export const title = { text: "Privacy Policy and Cookie Notice" } as const;
export const cookies = { text: "This application uses only the cookies below. None of them is for ads or tracking, and none comes from another company. If you block them, you can read the form but not save it." } as const;
export const carried = { text: "Answers you give before you have an account stay in your browser until you log in, for one day at most. They are deleted when you log out." } as const;
export const browsers = { text: "How to view and delete cookies in your browser (the pages open in a new tab):" } as const;
export const policy = { text: "The [privacy policy of {university}]({privacyUrl}) says how we handle what you send us." } as const;
export const sessionCookies = { text: "{cookies} keep you logged in. They expire when you log out or close the browser." } as const;
export const signupCookie = { text: "{cookies} connects your confirmation code to your sign-up. It expires when you confirm your account, or after one hour." } as const;
export const deviceCookie = { text: "{cookies} lets you log in from this browser even while somebody else tries to guess your password. It does not identify you and gives no access by itself. It lasts for one year, even if you log out." } as const;
export const languageCookie = { text: "{cookies} remembers in which language you read this page, for one year." } as const;
export const prefillCookie = { text: "{cookies} lets you reload a form that a link has filled in for you. It expires when you close the browser." } as const;
