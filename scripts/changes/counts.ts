import { counted, withCommas } from '#form/summary/counted.ts';
import { readFileSync } from 'node:fs';
import { isRecord, ownProperty } from '#form/definition/own-property.ts';
import type { SharedChange } from './all-changes.ts';

/** Number of applications with an answer, and submitted ones among them. */
type Count = { readonly drafts: number; readonly submitted: number };

/**
 * Output of `npm run matricula -- count-answers`: `{ "<partner>": { "answers": { "<key>": { "drafts": 3, "submitted":
 * 1, "values": { … } } } } }`.
 */
export type Counts = { readonly content: unknown };

export function readCounts(file: string): Counts {
  return { content: JSON.parse(readFileSync(file, 'utf8')) };
}

/** Reads the count at a path; 0 if absent. */
function countAt({ content }: Counts, names: readonly string[]): Count {
  const found = names.reduce((at, name) => (isRecord(at) ? ownProperty(at, name) : undefined), content);
  const number = (name: keyof Count): number => Number((isRecord(found) && found[name]) || 0);
  return { drafts: number('drafts'), submitted: number('submitted') };
}

/** Describes how many students a change affects and what happens to their answers; '' if none. */
export function answersAffected(change: SharedChange, counts: Counts | undefined): string {
  return `${countsInWords(change, counts)}${fateInWords(change)}`;
}

function fateInWords({ removal, fate }: SharedChange): string {
  if (!removal || fate === undefined) return '';
  if (fate === 'deleted') return ' Their answers are deleted from drafts.';
  return removal.kind === 'value'
    ? ' Their answers stay stored until they choose again.'
    : ' Their answers stay stored, but nobody sees them.';
}

function countsInWords(
  { removal, before, kind, partners, studentMessage }: SharedChange,
  counts: Counts | undefined,
): string {
  if (kind === 'cycle') {
    const totals = partners.map((partner) => countAt(counts ?? { content: {} }, [partner, 'total']));
    const [drafts, submitted] = [totalOf(totals, 'drafts'), totalOf(totals, 'submitted')];
    return counts
      ? ` ${counted(drafts, 'draft')} move${drafts === 1 ? 's' : ''} into it; ${withCommas(submitted)} submitted.`
      : '';
  }
  const key =
    removal?.kind === 'key' || removal?.kind === 'value'
      ? removal.key
      : kind === 'renamed'
        ? before?.key
        : undefined;
  if (key === undefined) return '';
  if (!counts)
    return removal ? ` How many ${removal.kind === 'value' ? 'chose' : 'answered'} it is not counted.` : '';
  const value = removal?.kind === 'value' ? removal.value : undefined;
  const names = value === undefined ? [key] : [key, 'values', value];
  const found = partners.map((partner) => countAt(counts, [partner, 'answers', ...names]));
  const [drafts, submitted] = [totalOf(found, 'drafts'), totalOf(found, 'submitted')];
  if (kind === 'renamed') return ` ${answersInWords(drafts + submitted)}.`;
  if (drafts + submitted === 0)
    return value === undefined ? ' Nobody has answered it.' : ' Nobody has chosen it.';
  const verb = value === undefined ? 'answered' : 'chose';
  return ` ${counted(drafts, 'draft')} ${verb} it${studentMessage === undefined ? '' : ` (they will see: ${studentMessage})`}; ${withCommas(submitted)} submitted keep${submitted === 1 ? 's' : ''} it.`;
}

function totalOf(counts: readonly Count[], name: keyof Count): number {
  return counts.reduce((total, count) => total + count[name], 0);
}

function answersInWords(count: number): string {
  return count === 0
    ? 'Nobody has answered it'
    : `There ${count === 1 ? 'is' : 'are'} ${counted(count, 'answer')}`;
}
