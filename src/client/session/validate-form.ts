import type { FormDefinition } from '#form/definition/definition.ts';
import { validateAnswers, type ValidationErrors } from '#form/validation/validate-answers.ts';
import { loadOnce } from '#client/api/load-once.ts';
import type { Services } from '#client/api/services.ts';
import type { FormStore } from '#client/questionnaire/store/form-store.ts';

export type FormCheck = {
  /** All that is wrong with the answers. @throws RequestError when the validators cannot be loaded */
  readonly validate: () => Promise<ValidationErrors>;
  /** Loads the validators ahead, so that a connection that is lost later does no harm. */
  readonly preload: () => Promise<void>;
};

/**
 * Makes the check of a whole form. The compiled validators are bulky, so they are loaded when they are first
 * needed and kept; after a load that failed the next check tries again.
 */
export function createFormCheck(
  { files, now }: Pick<Services, 'files' | 'now'>,
  definition: FormDefinition,
  store: FormStore,
): FormCheck {
  const load = loadOnce(async () => {
    const pages = definition.pages.map(async ({ id }) => [id, await files.validator(id)] as const);
    return Object.fromEntries(await Promise.all(pages));
  });
  return {
    validate: async () =>
      validateAnswers({ definition, state: store.state(), validators: await load(), now: now() }),
    preload: async () => void (await load()),
  };
}
