import { dayOf } from '#form/conditions/date-offset.ts';
import type { FormDefinition, FormState } from '#form/definition/definition.ts';
import { summarize, type SummaryLine } from '#form/summary/summary.ts';
import { answeredForm } from '#client/api/application-calls.ts';
import type { GetServiceTmpPdfAnswer } from '#generated/api.ts';
import type { Services } from '#client/api/services.ts';
import { createFormStore, type FormStore } from '#client/questionnaire/store/form-store.ts';

/** One application for a service user. */
export type ServiceView = {
  readonly definition: FormDefinition;
  readonly store: FormStore;
  /** Summary lines by question. */
  readonly lines: ReadonlyMap<string, SummaryLine>;
  readonly username: string;
  readonly receipt: string | null;
  /** Undefined before submission. */
  readonly submittedAt: Date | undefined;
  /** Whether it missed the deadline. */
  readonly isLate: boolean;
  /** When the link expires; undefined for server-side printing. */
  readonly validUntil: Date | undefined;
  /** Names of files that no malware scanner has read. */
  readonly unscanned: readonly string[];
};

/** Loads a token's application, with its definition. @throws RequestError `refused` if invalid */
export async function openServiceView({ files, now, call }: Services, token: string): Promise<ServiceView> {
  const path = `/service/tmp-pdf?${new URLSearchParams({ service_token: token }).toString()}`;
  const [view, present] = await Promise.all([call<GetServiceTmpPdfAnswer>('GET', path), files.form()]);
  const {
    username,
    receipt,
    submitted_at,
    late,
    definition: answered,
    valid_until,
    unscanned = [],
  } = view.application;
  const definition = answeredForm(answered, present);
  const submittedAt = submitted_at === null ? undefined : new Date(submitted_at);
  const state: FormState = {
    answers: { ...view.answer, ...view.document_answer },
    tabs: view.tabs,
    counts: view.add_another,
    ...(submittedAt && { today: dayOf(submittedAt) }),
  };
  const day = submittedAt ?? now();
  return {
    definition,
    store: createFormStore({ definition, state, now: day, signedIn: true }),
    lines: new Map(summarize(definition, state, day).map((line) => [line.key, line])),
    username,
    receipt,
    submittedAt,
    isLate: late === true,
    unscanned,
    validUntil: typeof valid_until === 'string' ? new Date(valid_until) : undefined,
  };
}
