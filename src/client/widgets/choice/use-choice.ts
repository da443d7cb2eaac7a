import { useRef } from 'react';
import type { Answers } from '#form/definition/definition.ts';
import type { Suggestion } from '../lookup/lookup.ts';
import { controlText, type WidgetProps } from '../widget.ts';
import { searchText } from '#form/definition/search-text.ts';

type ChoiceOptions = {
  /** Puts the chosen text into the control. */
  readonly replace: (text: string) => void;
  /** Called with whether the text is the student's own: a choice without a record leaves the rest to be typed. */
  readonly onOwn: (isOwn: boolean) => void;
  /** Typed text is an answer, not only a search: undoing a choice restores it. */
  readonly keepsTyped: boolean;
};

/** One choice out of what was found, with the answer before the search. */
export function useChoice(widget: WidgetProps, { replace, onOwn, keepsTyped }: ChoiceOptions) {
  const before = useRef<Answers>(undefined);
  const running = useRef<AbortController>(undefined);
  return {
    /** Something is typed: what was chosen just now no longer counts. */
    begin: () => {
      running.current?.abort();
      before.current ??= answersOf(widget);
    },
    /** Commits typed text and clears the record's other answers, unless the text only corrects it (not `isOther`). */
    end: (typed: string, isOther = false): void => {
      const earlier = before.current ?? (isOther ? answersOf(widget) : undefined);
      before.current = undefined;
      const former = controlText(earlier?.[widget.question.key]);
      if (!earlier || former === '' || former === typed.trim()) return;
      if (!(isOther && !keepsTyped) && isCorrection(former, typed, keepsTyped)) return;
      running.current?.abort();
      running.current = new AbortController();
      widget.lookup?.takeOwn(earlier, running.current.signal);
    },
    /** @param typed the text in the control */
    choose: async (chosen: Suggestion, typed: string): Promise<void> => {
      const { question, value, lookup } = widget;
      const earlier = before.current ?? answersOf(widget);
      const hadNone = controlText(earlier[question.key] ?? value) === '';
      before.current = undefined;
      running.current = new AbortController();
      replace(chosen.text);
      onOwn(false);
      const back = hadNone && keepsTyped ? { ...earlier, [question.key]: typed.trim() } : earlier;
      const isFound = await lookup?.choose(chosen, back, running.current.signal);
      if (isFound === false) onOwn(true);
    },
  };
}

/** What the question and the codes that its widget writes hold. */
function answersOf({ question, value, parts }: WidgetProps): Answers {
  const codes = parts.map((part) => [part.question.key, part.value ?? ''] as const);
  return Object.fromEntries([[question.key, value ?? ''] as const, ...codes]);
}

/** Whether a text differs from the former in one place; with `isLoose` in up to half of it. */
export function isCorrection(former: string, text: string, isLoose: boolean): boolean {
  const [one, other] = [searchText(former), searchText(text)];
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const kept = start + end;
  return kept > 0 && kept * (isLoose ? 2 : 1) >= shorter;
}
