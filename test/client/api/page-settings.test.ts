import { afterEach, describe, expect, it } from 'vitest';
import { readPageSettings } from '#client/api/page-settings.ts';

afterEach(() => document.head.replaceChildren());

function head(partner: string, prefix: string): void {
  document.head.innerHTML = `<meta name="matricula" data-partner="${partner}" data-cookie-prefix="${prefix}"><meta property="csp-nonce" nonce="n1">`;
}

describe('the settings of the page', () => {
  it("are read from the server's attributes", () => {
    head('default', 'matricula');
    expect(readPageSettings(document)).toMatchObject({ partner: 'default', cookiePrefix: 'matricula' });
  });

  it.each([
    ['__PARTNER__', '__COOKIE_PREFIX__'],
    ['', 'matricula'],
    ['default', ''],
  ])('are rejected if not filled in ("%s", "%s")', (partner, prefix) => {
    head(partner, prefix);
    expect(() => readPageSettings(document)).toThrow('npm start');
  });
});
