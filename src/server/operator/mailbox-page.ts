import { createHash } from 'node:crypto';
import { escapeHtml } from '../http/escape-html.ts';
import { newestMails, type StoredMail } from '../mail/mail-folder.ts';
import type { LoopbackPage } from './loopback-server.ts';

const SHOWN = 50;

const STYLE = `
body { font: 1rem/1.5 system-ui, sans-serif; color: #1f262c; max-width: 45rem; margin: 2rem auto; padding: 0 1rem; }
article { border: 1px solid #d5dade; border-radius: 0.5rem; padding: 0 1.25rem; margin: 1rem 0; }
h2 { font-size: 1.1rem; margin-bottom: 0; overflow-wrap: anywhere; }
p { color: #5b6670; margin: 0; overflow-wrap: anywhere; }
pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Renders the stored mails, newest first, for a trial. Only links to `publicOrigin` are clickable. */
export async function mailboxPage(dataDir: string, publicOrigin: () => string): Promise<LoopbackPage> {
  const mails = await newestMails(dataDir, SHOWN);
  const articles = mails.map((mail) => mailArticle(mail, publicOrigin()));
  return {
    type: 'text/html; charset=utf-8',
    policy: `style-src 'sha256-${STYLE_HASH}'`,
    body: [
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mailbox</title>',
      `<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head><body><main>`,
      '<h1>Mailbox</h1>',
      '<p>Mails that this server would send, newest first. <a href="/">Look again</a></p>',
      ...(articles.length === 0 ? ['<p>No email yet.</p>'] : articles),
      '</main></body></html>',
    ].join('\n'),
  };
}

function mailArticle({ to, subject, text }: StoredMail, origin: string): string {
  return `<article><h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(to)}</p><pre>${withLinks(text, origin)}</pre></article>`;
}

function withLinks(text: string, origin: string): string {
  const lines = text.split('\n').map((line) => {
    const shown = escapeHtml(line);
    return line.startsWith(`${origin}/`) && !/\s/.test(line) ? `<a href="${shown}">${shown}</a>` : shown;
  });
  return lines.join('\n');
}
