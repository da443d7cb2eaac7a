import { use } from 'react';
import type { SummaryLine, SummaryOption } from '#form/summary/summary.ts';
import { InTableContext, usePrintLines } from './print-lines.ts';

/** What a question was answered, whatever its widget: how it reads follows from the kind of the answer. */
export function PrintAnswer({ question }: { readonly question: string }) {
  const line = usePrintLines().get(question);
  const isCell = use(InTableContext);
  if (!line) return null;
  return isCell ? <AnswerText line={line} /> : <Answer line={line} />;
}

function Answer({ line }: { readonly line: SummaryLine }) {
  if (line.kind === 'text' || line.kind === 'document') return <AnswerText line={line} />;
  return (
    <ul className="print-options">
      {line.options.map((option, index) => (
        <li key={index} className={option.isChosen ? 'print-option-chosen' : undefined} dir="auto">
          {markedOption(option)}
        </li>
      ))}
    </ul>
  );
}

/** So many lines nobody types to be read: kept, they make thousands of pages, and a copy takes half a minute. */
const MOST_LINES = 500;

/** Each answer has the direction of its own first letters, and keeps the line breaks that were typed. */
function AnswerText({ line }: { readonly line: SummaryLine }) {
  const isFolded = line.value.split('\n', MOST_LINES + 1).length > MOST_LINES;
  return (
    <p className={isFolded ? 'print-value print-folded' : 'print-value'} dir="auto">
      {line.value}
    </p>
  );
}

/** An option as the service view shows it (docs/behavior.md 2.10). */
function markedOption({ isChosen, label }: SummaryOption): string {
  return `${isChosen ? '[X]' : '[ ]'} ${label}`;
}
