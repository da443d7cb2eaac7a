import { escapeHtml } from '../http/escape-html.ts';
import type { Mail } from './send-mail.ts';
import { language, listText } from '#texts/language.ts';
import { say, mailTexts } from '#texts/say.ts';

/** Sender of letters to students, from the partner's settings. */
export type Letterhead = {
  /** Name of the institution. */
  readonly name: string;
  /** Contacts for questions; missing ones are omitted. */
  readonly helpEmail?: string | undefined;
  readonly phone?: string | undefined;
};

/** A paragraph of text, a code to copy, or a link. Links are addresses of this server. */
export type Paragraph = string | { readonly code: string } | { readonly link: string };

export type Letter = {
  readonly to: string;
  readonly subject: string;
  readonly paragraphs: readonly Paragraph[];
};

const PAGE = 'font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5;color:#1f262c;';
const CODE = 'font-family:Consolas,Menlo,monospace;font-size:24px;letter-spacing:2px;';

/** Writes a letter as equivalent text and HTML. Nothing is loaded; every value is escaped (security case G01). */
export function writeLetter(head: Letterhead, { to, subject, paragraphs }: Letter): Mail {
  const signed = [...paragraphs, ...letterSignature(head)];
  const { locale, direction } = language();
  const title = say(mailTexts.title, { university: head.name, subject });
  return {
    to,
    subject: title,
    text: `${signed.map(asText).join('\n\n')}\n`,
    html: [
      '<!doctype html>',
      `<html lang="${locale}" dir="${direction}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>`,
      `<body style="${PAGE}">`,
      ...signed.map(asHtml),
      '</body></html>',
      '',
    ].join('\n'),
  };
}

/** Returns the letterhead of a partner. */
export function letterheadOf(partner: Readonly<Record<string, unknown>>, name: string): Letterhead {
  return { name, helpEmail: textOf(partner['help_email']), phone: textOf(partner['phone']) };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function letterSignature({ name, helpEmail, phone }: Letterhead): string[] {
  const byMail = helpEmail && say(mailTexts.write, { email: helpEmail });
  const ways = [byMail, phone && say(mailTexts.call, { phone })].filter((way) => way !== undefined);
  return ways.length === 0 ? [name] : [name, say(mailTexts.help, { ways: listText(ways, 'disjunction') })];
}

function asText(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return paragraph;
  return 'code' in paragraph ? paragraph.code : paragraph.link;
}

function asHtml(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return `<p>${escapeHtml(paragraph)}</p>`;
  if ('code' in paragraph) return `<p style="${CODE}">${escapeHtml(paragraph.code)}</p>`;
  const link = escapeHtml(paragraph.link);
  return `<p><a href="${link}">${link}</a></p>`;
}
