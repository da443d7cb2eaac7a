/** What the server writes into the page for each response. */
export type PageSettings = {
  readonly partner: string;
  readonly cookiePrefix: string;
  readonly nonce: string;
};

/**
 * Reads the settings from the two meta elements of index.html.
 * @throws Error when they are missing or were never filled in: the page was not served by the server.
 */
export function readPageSettings(document: Document): PageSettings {
  const settings = document.querySelector<HTMLMetaElement>('meta[name="matricula"]');
  const partner = settings?.dataset['partner'] ?? '';
  const cookiePrefix = settings?.dataset['cookiePrefix'] ?? '';
  // A browser empties the attribute after parsing; the property keeps the nonce.
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
  if (partner === '' || partner.startsWith('__') || cookiePrefix === '') {
    throw new Error(
      `index.html: meta[name=matricula] says partner "${partner}" and cookie prefix "${cookiePrefix}", expected both filled in by the server. Serve the page with npm start or npm run dev.`,
    );
  }
  return { partner, cookiePrefix, nonce };
}

/**
 * True when a cookie that the page may read has a name beginning with the identity provider's prefix.
 * It holds no secret: it only shows that somebody is logged in (docs/behavior.md 4.5).
 */
export function hasSessionCookie(cookies: string, prefix: string): boolean {
  return cookies.split(';').some((cookie) => cookie.trim().startsWith(prefix));
}
