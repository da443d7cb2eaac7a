import { Fragment, type ReactNode } from 'react';
import { fillText, ownText, type Text, type Values } from '#texts/say.ts';
import { TextLink } from './TextLink.tsx';

type SayProps<Sentence extends string> = {
  readonly text: Text<Sentence>;
  /** What is put into the sentence, by the names in its braces; in a link only texts. */
  readonly values: Values<Sentence, ReactNode>;
};

/** A sentence of the engine that holds links, `[words](address)`, or elements. */
export function Say<Sentence extends string>({ text, values }: SayProps<Sentence>) {
  return ownText(text, values)
    .split(/(\[.+?\]\(.+?\)|\{\w+\})/)
    .map((piece, index) => <Fragment key={index}>{rendered(piece, values)}</Fragment>);
}

function rendered(piece: string, values: Readonly<Record<string, ReactNode>>): ReactNode {
  const [, words, href = ''] = /^\[(.+)\]\((.+)\)$/.exec(piece) ?? [];
  if (words !== undefined) return <TextLink href={fillText(href, values)} words={fillText(words, values)} />;
  return piece.startsWith('{') ? values[piece.slice(1, -1)] : piece;
}
