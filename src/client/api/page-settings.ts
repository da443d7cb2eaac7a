/** Settings written into each page by the server. */
export type PageSettings = {
  readonly partner: string;
  readonly cookiePrefix: string;
  readonly nonce: string;
  /** The next deadline; '' if there is none. */
  readonly nextDeadline: string;
};

/** Reads the settings from index.html's meta elements. @throws Error if the server did not fill them in */
export function readPageSettings(document: Document): PageSettings {
  const settings = document.querySelector<HTMLMetaElement>('meta[name="matricula"]');
  const partner = settings?.dataset['partner'] ?? '';
  const cookiePrefix = settings?.dataset['cookiePrefix'] ?? '';
  // Browsers clear the attribute after parsing; the property keeps the nonce.
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
  if (partner === '' || partner.startsWith('__') || cookiePrefix === '') {
    throw new Error(
      `index.html: meta[name=matricula] says partner "${partner}" and cookie prefix "${cookiePrefix}", expected both filled in by the server. Serve the page with npm start or npm run dev.`,
    );
  }
  return { partner, cookiePrefix, nonce, nextDeadline: settings?.dataset['deadline'] ?? '' };
}

/** Returns the mark of the student who is logged in in this browser; '' without one. */
export function sessionMark(cookies: string, prefix: string): string {
  const name = `${prefix}_signed_in=`;
  const cookie = cookies.split(';').find((each) => each.trim().startsWith(name));
  return cookie?.trim().slice(name.length) ?? '';
}

/** Whether a session cookie with the prefix exists (docs/behavior.md 4.5). */
export function hasSessionCookie(cookies: string, prefix: string): boolean {
  return cookies.split(';').some((cookie) => cookie.trim().startsWith(prefix));
}
