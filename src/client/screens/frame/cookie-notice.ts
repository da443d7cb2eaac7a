/** The cookies that the server sets, by the ends of their names, and what students read about them. */
export const COOKIE_NOTICE = [
  {
    names: ['session', 'signed_in'],
    text: 'keep you logged in. They expire when you log out or close the browser.',
  },
  {
    names: ['signup'],
    text: 'connects your confirmation code to your sign-up. It expires when you confirm your account, or after one hour.',
  },
  {
    names: ['device'],
    text: 'lets you log in from this browser even while somebody else is guessing passwords for your email address. It does not identify you and gives no access by itself. It lasts for one year, even if you log out.',
  },
  {
    names: ['prefill'],
    text: 'lets you reload a form that a link has filled in for you. It expires when you close the browser.',
  },
] as const;
