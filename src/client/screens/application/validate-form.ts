import type { FormDefinition } from '#form/definition/definition.ts';
import { validateAnswers, type ValidationErrors } from '#form/validation/validate-answers.ts';
import type { Services } from '#client/data/services.ts';
import type { FormStore } from '#client/form/form-store.ts';

/**
 * Makes the check of a whole form. The compiled validators are bulky, so they are loaded with the first check
 * and kept.
 */
export function createFormCheck(
  { files, now }: Pick<Services, 'files' | 'now'>,
  definition: FormDefinition,
  store: FormStore,
): () => Promise<ValidationErrors> {
  let loading: Promise<Parameters<typeof validateAnswers>[0]['validators']> | undefined;
  const load = async () => {
    const pages = definition.pages.map(async ({ id }) => [id, await files.validator(id)] as const);
    return Object.fromEntries(await Promise.all(pages));
  };
  return async () => {
    loading ??= load();
    const validators = await loading;
    return validateAnswers({ definition, state: store.state(), validators, now: now() });
  };
}
