import type { ReactNode } from 'react';
import type { LinkPart, RichText as Text } from '#form/definition/rich-text.ts';

/** A text of the form with its links. */
export function RichText({ text }: { readonly text: Text }): ReactNode {
  if (typeof text === 'string') return text;
  return text.map((part, index) => (typeof part === 'string' ? part : <Link key={index} part={part} />));
}

/** A web page opens in a new tab, so that nobody is led away from an unfinished form; the name of the link says so. */
function Link({ part: { text, href } }: { readonly part: LinkPart }) {
  if (href.startsWith('mailto:')) return <a href={href}>{text}</a>;
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {text}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
