import type { Questionnaire } from '#server/settings/questionnaire.ts';
import { keptSection } from './kept-section.ts';
import { sectionStates, type SectionState } from '#compiler/states/section-states.ts';
import type { FormSection } from '#compiler/states/form-sections.ts';
import type { FormDefinition, FormState } from '#form/definition/definition.ts';
import { allNodes, questionsOf } from '#form/definition/form-part.ts';
import { PAGE_CLIP, sectionClip } from '../pictures/scene.ts';
import type { Figure } from './figure.ts';

/** Every section of every page in every state that differs. */
export async function stateFigures(questionnaire: Questionnaire, now: Date): Promise<readonly Figure[]> {
  const { definition } = questionnaire;
  const states = sectionStates(definition, now);
  return states.map((state) => ({
    ...figureOf(state, definition),
    isKept: keptSection({ questionnaire, section: state.section, now, isValidating: false }),
  }));
}

function figureOf({ section, state, caption, isShown }: SectionState, definition: FormDefinition): Figure {
  const page = definition.pages.find(({ id }) => id === section.page);
  const { id, title } = section;
  const keys = allNodes(section.nodes).flatMap((node) => (node.kind === 'question' ? [node.key] : []));
  return {
    chapter: page?.title ?? section.page,
    heading: title,
    caption: isShown ? caption : `Not shown: ${caption}`,
    anchor: anchorOf([section.page, ...(id === undefined ? [] : [id])], state),
    ...(isShown ? { scene: { path: pathOf(section, definition), state, clips: [clipOf(section)] } } : {}),
    words: keys.flatMap((key) => [key, questionsOf(definition).get(key)?.label ?? '']),
  };
}

/** The screen that a section is on. */
export function pathOf({ page }: FormSection, { pages }: FormDefinition): string {
  return pages.find(({ id }) => id === page)?.path ?? '/';
}

/** What of the screen is the section. */
export function clipOf({ id }: FormSection): string {
  return id === undefined ? PAGE_CLIP : sectionClip(id);
}

/** `about.citizenship.citizenship_type=R`: by ids, keys and values. */
function anchorOf(place: readonly string[], state: FormState): string {
  const { answers, tabs, counts, opened = [] } = state;
  const facts = [...Object.entries(answers), ...Object.entries(tabs), ...Object.entries(counts)].map(
    ([name, value]) => `${name}=${String(value)}`,
  );
  return [...place, ...facts, ...[...opened].map((id) => `${id}=open`)].join('.').replaceAll(/\s+/g, '_');
}
