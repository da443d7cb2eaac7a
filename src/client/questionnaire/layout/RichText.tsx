import type { ReactNode } from 'react';
import type { RichText as Text } from '#form/definition/rich-text.ts';
import { TextLink } from '#client/ui/Message.tsx';

/** A text of the form with its links. */
export function RichText({ text }: { readonly text: Text }): ReactNode {
  if (typeof text === 'string') return text;
  return text.map((part, index) =>
    typeof part === 'string' ? part : <TextLink key={index} href={part.href} words={part.text} />,
  );
}
