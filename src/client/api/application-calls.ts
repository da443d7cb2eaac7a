import type { Answers, FormDefinition } from '#form/definition/definition.ts';
import type { WebStatus } from '#form/progress/web-status.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import type * as Api from '#generated/api.ts';
import type { Call } from './call.ts';

/** Data for opening a form, by the path of each single call. */
type OpeningParts = {
  readonly '/api/profile': Api.GetProfileAnswer;
  readonly '/api/tabs': Api.GetTabsAnswer;
  readonly '/api/add-another': Api.GetAddAnotherAnswer;
  readonly '/api/document-answer': Api.GetDocumentAnswerAnswer;
};

/** Calls for one application (docs/behavior.md 7.2). All need a session, except `prefilled`. */
export type ApplicationCalls = ReturnType<typeof createApplicationCalls>;

/** Creates the calls from a {@link Call}. */
export function createApplicationCalls(call: Call) {
  return {
    profile: () => call<Api.GetProfileAnswer>('GET', '/api/profile'),
    /** Reads all data for opening a form in one call. */
    opening: async () => {
      // The path is spelled out: sharing its constant would make the prefetch wait for the start chunk.
      const parts = await call<OpeningParts>('GET', '/api/opening');
      return {
        profile: parts['/api/profile'],
        tabs: parts['/api/tabs'],
        counts: parts['/api/add-another'],
        attached: parts['/api/document-answer'],
      };
    },
    chooseTab: (tab_id: string, chosen_tab: string) =>
      call<Api.PutTabsAnswer>('PUT', '/api/tabs', { keepalive: true, body: { tab_id, chosen_tab } }),
    setAddAnother: (button_id: string, num_components: number) =>
      call<Api.PutAddAnotherAnswer>('PUT', '/api/add-another', {
        keepalive: true,
        body: { button_id, num_components },
      }),
    /** Without a base version, the last write wins per key. */
    saveAnswers: (answer: Answers, base_version?: number) =>
      call<Api.PutAnswerAnswer>('PUT', '/api/answer', {
        keepalive: isSmall(answer),
        body: { answer, base_version },
      }),
    setLastPage: (last_page: string) =>
      call<Api.PutLastPageAnswer>('PUT', '/api/last-page', { body: { last_page } }),
    setWebStatus: (web_status: WebStatus) =>
      call<Api.PostWebStatusAnswer>('POST', '/api/web-status', { body: { web_status } }),
    /** @param schema id of the page left, on navigation */
    reportErrors: (validations: ValidationErrors, schema?: string) =>
      call<Api.PostValidationsAnswer>('POST', '/api/validations', { body: { validations, schema } }),
    submit: () => call<Api.PostSubmitAnswer>('POST', '/api/submit'),
    submission: () => call<Api.GetSubmissionAnswer>('GET', '/api/submission'),
    /** Returns the PDF copy's state; starts its conversion. @param query names a past application's cycle */
    pdf: (query = '') => call<Api.GetPdfAnswer>('GET', `/api/pdf${query}`),
    /** Reads a link's prefilled answers for a visitor. */
    prefilled: (token: string) =>
      call<Api.GetTmpAnswer>('GET', `/public/tmp?${new URLSearchParams({ token }).toString()}`),
  };
}

/** Browsers limit keepalive bodies to 64 kB in total. Larger saves must be awaited. */
function isSmall(answer: Answers): boolean {
  return new TextEncoder().encode(JSON.stringify(answer)).length < 60_000;
}

/** Returns the answered form; null means the current one. */
export function answeredForm(answered: object | null, present: FormDefinition): FormDefinition {
  return isForm(answered) ? answered : present;
}

function isForm(definition: object | null): definition is FormDefinition {
  return definition !== null && 'pages' in definition && Array.isArray(definition.pages);
}
