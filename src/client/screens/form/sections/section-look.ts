import type { SectionState } from '#form/progress/section-progress.ts';
import type { IconName } from '#client/ui/Icon.tsx';
import { say } from '#texts/say.ts';
import { sectionTexts, submitTexts } from '#generated/texts.ts';

/** The state of a section as a drawing. */
export const SECTION_ICONS: Readonly<Record<SectionState['kind'], IconName>> = {
  untouched: 'ring',
  started: 'begun',
  complete: 'check',
  toFix: 'alert',
};

/**
 * The state of a section in words.
 *
 * @param isToLookAt whether what is wrong in it is only what the form has changed since it was answered
 */
export function sectionWords(state: SectionState, isToLookAt: boolean): string {
  switch (state.kind) {
    case 'untouched':
      return say(state.isOptional ? sectionTexts.optional : sectionTexts.untouched);
    case 'started':
      return say(sectionTexts.left, { count: state.open });
    case 'complete':
      return say(submitTexts.stepDone);
    case 'toFix':
      return say(isToLookAt ? submitTexts.toLookAt : submitTexts.toFix, { count: state.wrong });
  }
}
