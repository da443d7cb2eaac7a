import type { Question } from '#form/definition/definition.ts';
import { uiTextOption } from '#client/widgets/widget.ts';
import './Why.css';
import { say } from '#texts/say.ts';
import { formTexts } from '#generated/texts.ts';

/** Why something is asked, for who wonders: closed at first, opened by the browser itself. Nothing without a reason. */
export function Why({ question }: { readonly question: Question }) {
  const why = uiTextOption(question, 'why');
  if (why === undefined) return null;
  return (
    <details className="why no-print">
      <summary className="why-summary">
        {say(formTexts.why)}
        <span className="visually-hidden"> ({question.label})</span>
      </summary>
      <p className="why-text">{why}</p>
    </details>
  );
}
