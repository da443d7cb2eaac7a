import type { Moves } from '#form/definition/moves.ts';
import { todaysAnswers, todaysName, todaysTab } from '#form/moves/todays-names.ts';
import type { PendingChanges } from '../questionnaire/store/form-changes.ts';

/** Renames a draft of an older form. Loaded only if the form has renames. */
export function renameDraft(
  moves: Moves,
  { answers, saved, tried, tabs, counts }: PendingChanges,
): PendingChanges {
  const chosen = Object.entries(tabs).map(([tab_id, chosen_tab]) => todaysTab(moves, { tab_id, chosen_tab }));
  return {
    answers: todaysAnswers({ moves }, answers),
    saved: todaysAnswers({ moves }, saved),
    tried: tried.map((each) => todaysAnswers({ moves }, each)),
    tabs: Object.fromEntries(chosen.map(({ group, tab }) => [group, tab])),
    counts: Object.fromEntries(
      Object.entries(counts).map(([id, count]) => [todaysName(moves.groups, id), count]),
    ),
  };
}
