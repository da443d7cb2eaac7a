import { escapeHtml } from '../http/escape-html.ts';
import type { Mail } from './send-mail.ts';
import type { PartnerSettings } from '#generated/partner.ts';
import { language, listText } from '#texts/language.ts';
import { say, mailTexts } from '#texts/say.ts';

/** The partner's settings for the sender of letters to students. */
type Letterhead = Pick<PartnerSettings, 'name' | 'help_email' | 'phone' | 'colors'>;

/** A paragraph of text, a code to copy, or a link: a button if it has a label. Links are addresses of this server. */
export type Paragraph =
  | string
  | { readonly code: string }
  | { readonly link: string; readonly label?: string };

export type Letter = {
  readonly to: string;
  readonly subject: string;
  readonly paragraphs: readonly Paragraph[];
};

const INK = '#1f262c';
const FONT = `font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5;color:${INK};`;
const PAPER = 'max-width:560px;background:#ffffff;border:1px solid #d5dade;';
const CELL = 'padding:20px 24px;overflow-wrap:anywhere;';
const PARAGRAPH = 'margin:0 0 16px;';
const SMALL = `${PARAGRAPH}font-size:14px;`;
const CODE = `${PARAGRAPH}font-family:Consolas,Menlo,monospace;font-weight:bold;letter-spacing:1px;white-space:nowrap;`;
/** Longest code in large type; a receipt fits a phone in smaller type. */
const LARGE_CODE = 8;
const BUTTON =
  'display:inline-block;padding:12px 24px;border-radius:6px;color:#ffffff;font-weight:bold;text-decoration:none;';
const TABLE = 'role="presentation" width="100%" cellpadding="0" cellspacing="0"';

/** Writes a letter as equivalent text and HTML. Nothing is loaded; every value is escaped (security case G01). */
export function writeLetter(head: Letterhead, { to, subject, paragraphs }: Letter): Mail {
  const help = helpText(head);
  const sender = head.name;
  const color = escapeHtml(head.colors.primary.main);
  const { locale, direction } = language();
  const title = say(mailTexts.title, { university: head.name, subject });
  return {
    to,
    subject: title,
    text: `${[...paragraphs, sender, help].map(asText).join('\n\n')}\n`,
    html: [
      '<!doctype html>',
      `<html lang="${locale}" dir="${direction}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>`,
      `<body style="margin:0;padding:16px 8px;background:#f6f7f8;${FONT}">`,
      `<table ${TABLE}><tr><td align="center">`,
      `<table ${TABLE} style="${PAPER}border-top:4px solid ${color};${FONT}">`,
      `<tr><td style="${CELL}padding-bottom:0;font-size:18px;font-weight:bold;color:${color};">${escapeHtml(sender)}</td></tr>`,
      `<tr><td style="${CELL}">`,
      ...paragraphs.map((paragraph) => asHtml(paragraph, color)),
      `<p style="${SMALL}">${escapeHtml(help)}</p>`,
      '</td></tr></table>',
      '</td></tr></table>',
      '</body></html>',
      '',
    ].join('\n'),
  };
}

/** Returns a button that leads to the log-in. */
export function logInButton(origin: string): Paragraph {
  return { link: `${origin}/login`, label: say(mailTexts.logIn) };
}

function helpText({ help_email: email, phone }: Letterhead): string {
  const byMail = say(mailTexts.write, { email });
  const ways = phone === undefined ? [byMail] : [byMail, say(mailTexts.call, { phone })];
  return say(mailTexts.help, { ways: listText(ways, 'disjunction') });
}

function asText(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return paragraph;
  return 'code' in paragraph ? paragraph.code : paragraph.link;
}

function asHtml(paragraph: Paragraph, color: string): string {
  if (typeof paragraph === 'string') return `<p style="${PARAGRAPH}">${escapeHtml(paragraph)}</p>`;
  if ('code' in paragraph) {
    const size = paragraph.code.length > LARGE_CODE ? 20 : 28;
    return `<p style="${CODE}font-size:${size}px;">${escapeHtml(paragraph.code)}</p>`;
  }
  const link = escapeHtml(paragraph.link);
  if (paragraph.label === undefined) {
    const [address = ''] = link.split('?');
    return `<p style="${SMALL}"><a href="${link}">${address}</a></p>`;
  }
  return `<p style="${PARAGRAPH}"><a href="${link}" style="${BUTTON}background:${color};">${escapeHtml(paragraph.label)}</a></p>`;
}
