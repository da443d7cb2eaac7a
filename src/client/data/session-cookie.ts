/**
 * True when a cookie that the page may read has a name beginning with the identity provider's prefix.
 * It holds no secret: it only shows that somebody is logged in (specification 4, "Session").
 */
export function hasSessionCookie(cookies: string, prefix: string): boolean {
  return cookies.split(';').some((cookie) => cookie.trim().startsWith(prefix));
}
