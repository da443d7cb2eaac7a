import { Fragment, type ReactNode } from 'react';
import { fillText, ownText, type Text, type Values, say, pageTexts } from '#texts/say.ts';

type MessageProps<Sentence extends string> = {
  readonly text: Text<Sentence>;
  /** Placeholder values by name; text only inside links. */
  readonly values: Values<Sentence, ReactNode>;
};

/** Text with links, `[words](address)`, or elements. */
export function Message<Sentence extends string>({ text, values }: MessageProps<Sentence>) {
  return ownText(text, values)
    .split(/(\[.+?\]\(.+?\)|\{\w+\})/)
    .map((piece, index) => <Fragment key={index}>{rendered(piece, values)}</Fragment>);
}

function rendered(piece: string, values: Readonly<Record<string, ReactNode>>): ReactNode {
  const [, words, href = ''] = /^\[(.+)\]\((.+)\)$/.exec(piece) ?? [];
  if (words !== undefined) return <TextLink href={fillText(href, values)} words={fillText(words, values)} />;
  return piece.startsWith('{') ? values[piece.slice(1, -1)] : piece;
}

/** Link; web pages open in a new tab, which is announced. */
export function TextLink({ href, words }: { readonly href: string; readonly words: string }) {
  if (href.startsWith('mailto:')) return <a href={href}>{words}</a>;
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {words}
      <span className="visually-hidden">{` ${say(pageTexts.newTab)}`}</span>
    </a>
  );
}

/** Phone number as a link on one line. */
export function Telephone({ number }: { readonly number: string }) {
  return <a href={`tel:+1${number.replaceAll(/\D/g, '')}`}>{number}</a>;
}

/** Partner's announcement across the page. */
export function Announcement({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p className="announcement no-print">
      <span className="block centered">
        <Message text={{ text }} values={{}} />
      </span>
    </p>
  );
}
