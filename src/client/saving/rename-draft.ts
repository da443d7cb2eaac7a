import type { AnswerMigrations } from '#form/definition/answer-migrations.ts';
import { currentAnswers, currentName, currentTab } from '#form/migration/current-names.ts';
import type { PendingChanges } from '../questionnaire/store/form-changes.ts';

/** Renames a draft of an older form. Loaded only if the form has renames. */
export function renameDraft(
  moves: AnswerMigrations,
  { answers, saved, tried, tabs, counts }: PendingChanges,
): PendingChanges {
  const chosen = Object.entries(tabs).map(([tab_id, chosen_tab]) =>
    currentTab(moves, { tab_id, chosen_tab }),
  );
  return {
    answers: currentAnswers({ moves }, answers),
    saved: currentAnswers({ moves }, saved),
    tried: tried.map((each) => currentAnswers({ moves }, each)),
    tabs: Object.fromEntries(chosen.map(({ group, tab }) => [group, tab])),
    counts: Object.fromEntries(
      Object.entries(counts).map(([id, count]) => [currentName(moves.groups, id), count]),
    ),
  };
}
