import type { TextNode } from '#form/definition/definition.ts';
import { RichText } from './RichText.tsx';

/** A text between the questions. */
export function Paragraphs({ node }: { readonly node: TextNode }) {
  return node.paragraphs.map((paragraph, index) => (
    <p key={index} className="form-text">
      <RichText text={paragraph} />
    </p>
  ));
}
