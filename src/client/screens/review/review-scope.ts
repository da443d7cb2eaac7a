import { evaluateCondition } from '#form/conditions/evaluate-condition.ts';
import type {
  Facts,
  FormDefinition,
  FormState,
  PageDefinition,
  Question,
  SectionNode,
  TextNode,
} from '#form/definition/definition.ts';
import type { DocumentView } from '#client/widgets/file/document-view.ts';
import {
  isTitledSection,
  layoutSteps,
  type LayoutStep,
  ownCondition,
  sectionAnchor,
  type TitledSection,
} from '#form/definition/layout-steps.ts';
import type { RichText } from '#form/definition/rich-text.ts';
import { summarize, type SummaryLine } from '#form/summary/summary.ts';

/** Messages about missing or invalid answers, by question key. */
export type Problems = ReadonlyMap<string, readonly string[]>;

/** Answers by question key; those with an error alone are empty. */
export type ReviewLines = ReadonlyMap<string, SummaryLine>;

/** What the parts of a review page show. */
export type ReviewScope = {
  readonly page: PageDefinition;
  readonly lines: ReviewLines;
  readonly problems: Problems;
  /** False once submitted. */
  readonly canChange: boolean;
  readonly documents: ReviewedDocuments;
};

/** Documents by the keys of the displayed form. */
export type ReviewedDocuments = {
  readonly subscribe: (listener: () => void) => () => void;
  readonly view: (key: string) => DocumentView;
};

/** Texts and answers under one heading, or none. */
export type ReviewBlock = {
  readonly heading: string;
  readonly texts: RichText[];
  readonly questions: Question[];
};

/** A titled section, or what is outside of one; without answers it has no blocks. */
export type ReviewSection = { readonly node: TitledSection | undefined; readonly blocks: ReviewBlock[] };

/** Groups a page's answers by section and heading, in form order. */
export function reviewSections(
  page: PageDefinition,
  lines: ReviewLines,
  facts: Facts,
): readonly ReviewSection[] {
  const sections: ReviewSection[] = [{ node: undefined, blocks: [] }];
  for (const step of layoutSteps(page)) {
    const { node } = step;
    if (step.branch || !isReviewed(step, lines, facts)) continue;
    const around = [...step.path, step].map((each) => ({ title: titleOf(each), node: each.node }));
    const outer = around.map((each) => each.node).find((each) => isTitledSection(each));
    if (node === outer) sections.push({ node: outer, blocks: [] });
    const heading = around.findLast(({ title }) => title !== '');
    const isInside = heading !== undefined && heading.node !== outer;
    addTo(sections.findLast((each) => each.node === outer)?.blocks ?? [], {
      heading: isInside ? heading.title : '',
      text: node.kind === 'text' ? node : undefined,
      question: node.kind === 'question' ? page.questions[node.key] : undefined,
    });
  }
  return sections
    .map(({ node, blocks }) => ({ node, blocks: blocks.filter(hasQuestions) }))
    .filter(({ node, blocks }) => node !== undefined || blocks.length > 0);
}

/** Whether a question has a line, and whether conditions of anything else hold. */
function isReviewed(step: LayoutStep, lines: ReviewLines, facts: Facts): boolean {
  if (step.node.kind === 'question') return lines.has(step.node.key);
  const own = ownCondition(step);
  return [...step.conditions, ...(own ? [own] : [])].every((each) => evaluateCondition(each, facts));
}

/** Title of a section or an instance. */
function titleOf({ node, branch }: LayoutStep): string {
  if (branch) return (node.kind === 'addAnother' && branch.heading) || '';
  return isTitledSection(node) ? node.title : '';
}

type Addition = {
  readonly heading: string;
  readonly text: TextNode | undefined;
  readonly question: Question | undefined;
};

function addTo(blocks: ReviewBlock[], { heading, text, question }: Addition): void {
  if (!text && !question) return;
  let block = blocks.at(-1);
  if (block?.heading !== heading || (text && hasQuestions(block)))
    blocks.push((block = { heading, texts: [], questions: [] }));
  if (text) block.texts.push(...text.paragraphs);
  if (question) block.questions.push(question);
}

function hasQuestions({ questions }: ReviewBlock): boolean {
  return questions.length > 0;
}

/** Returns a section's anchor, as in `/review#about-phones`. */
export function reviewAnchor(page: string, section: Pick<SectionNode, 'id'>): string {
  return `${page}-${sectionAnchor(section)}`;
}

export const NO_PROBLEMS: Problems = new Map();

/**
 * Returns summary lines by question, empty for missing answers.
 * Choices are in words: `[X] [ ]` is for staff (docs/behavior.md 2.10).
 */
export function reviewedLines(
  definition: FormDefinition,
  state: FormState,
  { now, problems = NO_PROBLEMS }: { readonly now: Date; readonly problems?: Problems },
): ReviewLines {
  const lines = summarize(definition, state, now).map((line): readonly [string, SummaryLine] => [
    line.key,
    line.kind === 'document' ? line : { ...line, kind: 'text', options: [] },
  ]);
  const answered = new Set(lines.map(([key]) => key));
  const missing = [...problems.keys()].filter((key) => !answered.has(key));
  const empty = { value: '', kind: 'text', options: [] } as const;
  return new Map([...lines, ...missing.map((key): [string, SummaryLine] => [key, { key, ...empty }])]);
}
