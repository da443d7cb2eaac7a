import { describe, expect, test } from 'vitest';
import { writeLetter } from '#server/mail/letter.ts';
import { toyQuestionnaire } from './toy-questionnaire.ts';

const HEAD = {
  ...toyQuestionnaire().partner,
  name: 'Toy <b>College</b>',
  phone: '(303) 555-0100',
};
const LINK = 'https://apply.example.edu/reset?username=ada%40example.org&id=abc';
const STOP = 'https://apply.example.edu/stop-reminders?token=abc';
const HOSTILE = 'Dear "Ada" & \'Bob\' {{7*7}} ${7*7} </body><img src=x onerror=alert(1)>';
const LETTER = {
  to: 'ada@example.org',
  subject: 'Reset <script>alert(1)</script>',
  paragraphs: [HOSTILE, { code: '<i>123456</i>' }, { link: LINK, label: 'Reset <b>' }, { link: STOP }],
};

describe('a letter', () => {
  const mail = writeLetter(HEAD, LETTER);

  test("is equal as text and HTML, with the partner's name and contacts", () => {
    expect(mail.subject).toBe('Toy <b>College</b>: Reset <script>alert(1)</script>');
    expect(mail.text).toBe(
      [
        HOSTILE,
        '<i>123456</i>',
        LINK,
        STOP,
        HEAD.name,
        'Need help? Please email help@toy.example.edu or call (303) 555-0100.',
        '',
      ]
        .join('\n\n')
        .replace(/\n\n$/, '\n'),
    );
    expect(mail.html).toContain('Need help? Please email help@toy.example.edu or call (303) 555-0100.');
    expect(mail.html).toContain(`<a href="${STOP}">https://apply.example.edu/stop-reminders</a>`);
  });

  test('escapes every value', () => {
    const tags = [...(mail.html ?? '').matchAll(/<\/?(\w+)/g)].map(([, tag]) => tag);
    expect(new Set(tags)).toEqual(
      new Set(['html', 'head', 'meta', 'title', 'body', 'table', 'tr', 'td', 'p', 'a']),
    );
    expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(mail.html).toContain('Dear &quot;Ada&quot; &amp; &#39;Bob&#39; {{7*7}} ${7*7}');
    expect(mail.html).toContain(`<a href="${LINK.replace('&', '&amp;')}" style=`);
  });

  test('loads nothing', () => {
    expect(mail.html).not.toMatch(/\ssrc=(?!x)|url\(|<(?:img|link|style|script|iframe|object|form)/i);
    expect([...(mail.html ?? '').matchAll(/href="([^"]*)"/g)]).toHaveLength(2);
  });

  test('has one button, in the color of the partner', () => {
    const buttons = [...(mail.html ?? '').matchAll(/<a [^>]*style="([^"]*)">([^<]*)</g)];
    expect(buttons.map(([, , label]) => label)).toEqual(['Reset &lt;b&gt;']);
    expect(buttons[0]?.[1]).toContain('background:#333333;');
  });

  test('omits a missing phone number', () => {
    const { text } = writeLetter(toyQuestionnaire().partner, { ...LETTER, paragraphs: [] });
    expect(text).toBe('Toy College\n\nNeed help? Please email help@toy.example.edu.\n');
  });
});
