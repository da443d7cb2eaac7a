import { placeInWords } from '../prove/words/condition-words.ts';
import type { AnswerEffects, Explanation } from './explanation.ts';
import { withPlace } from './summary.ts';

/** Formats an explanation for the terminal: summary, then details. */
export function explanationText(explanation: Explanation): string {
  const { subject, summary, rules, decides, answers, way, written, partners, personas } = explanation;
  const steps = way ? [...way.answers, ...way.clicks] : [];
  const blocks = [
    summary.join(' '),
    listed('Rules', rules.map(withPlace)),
    listed('What it decides', decides.map(withPlace)),
    listed('What its answers do', answers.map(answerInWords)),
    steps.length === 0 || !way
      ? ''
      : `${listed('Shortest way there', steps)}\n  http://localhost:3000${way.path} while npm run dev runs`,
    [
      `Name: ${subject.name}, on the page ${subject.page}, written in ${written.map(placeInWords).join(' and ')}`,
      `Partners: ${partners.join(', ')}`,
      `Sample applicants who get there: ${personas.length === 0 ? 'none' : personas.join('; ')}`,
    ].join('\n'),
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}

function listed(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${title}:\n${lines.map((line) => `  - ${line}`).join('\n')}`;
}

function answerInWords({ labels, effects }: AnswerEffects): string {
  const shown = labels.length > 6 ? labels.slice(0, 5) : labels;
  const more = labels.length - shown.length;
  const named = shown.map((label) => `“${label}”`).join(', ') + (more > 0 ? ` and ${more} more` : '');
  if (effects.length === 0) return `${named}: nothing`;
  if (effects.length === 1) return `${named}: ${effects.map(withPlace).join('')}`;
  return `${named}:\n${effects.map((effect) => `      ${withPlace(effect)}`).join('\n')}`;
}
