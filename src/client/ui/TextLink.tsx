import { say } from '#texts/say.ts';
import { pageTexts } from '#generated/texts.ts';

type TextLinkProps = { readonly href: string; readonly words: string };

/** A web page opens in a new tab, so that nobody is led away from an unfinished form; the name of the link says so. */
export function TextLink({ href, words }: TextLinkProps) {
  if (href.startsWith('mailto:')) return <a href={href}>{words}</a>;
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {words}
      <span className="visually-hidden">{` ${say(pageTexts.newTab)}`}</span>
    </a>
  );
}

/** A number of the university that a phone calls; it stays in one line. */
export function Telephone({ number }: { readonly number: string }) {
  return <a href={`tel:+1${number.replaceAll(/\D/g, '')}`}>{number}</a>;
}
