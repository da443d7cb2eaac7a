/** The cookies that the server sets, by the ends of their names, and what a student is told of them. */
export const COOKIE_NOTICE = [
  {
    names: ['session', 'signed_in'],
    text: 'keep you logged in. They end when you log out or close the browser.',
  },
  {
    names: ['signup'],
    text: 'tells which sign-up was yours when you confirm your account. It ends with the confirmation, after an hour at the latest.',
  },
  {
    names: ['device'],
    text: 'lets you log in here again even while somebody else guesses passwords for your address. It does not name you and opens nothing by itself. It stays for a year, also after you log out.',
  },
  {
    names: ['prefill'],
    text: 'lets you load a form again that a link has filled in for you. It ends when you close the browser.',
  },
] as const;
