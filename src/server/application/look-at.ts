import { knownForm } from '#form/moves/mirrors.ts';
import { changedSince } from '#form/progress/changed-since.ts';
import { type Application, updateLastForm } from '#server/student-tables/application-store.ts';
import type { DocumentRow } from '#server/student-tables/document-store.ts';
import { selectDefinition } from '#server/student-tables/submission-store.ts';
import { validateBounded } from '../limits/bounded-validation.ts';
import type { ApplicationServices } from './application-services.ts';
import { withDocuments } from './document-state.ts';

/**
 * The questions that a student has to look at again because the form has changed since they opened it last. It is
 * worked out when they open it, and kept with the application until the form changes once more.
 */
export async function keysToLookAt(
  parts: ApplicationServices,
  application: Application,
  documents: readonly DocumentRow[],
): Promise<readonly string[]> {
  const { db, definition } = parts;
  const { studentId, lastForm, lookAt, submittedAt } = application;
  if (submittedAt !== null || lastForm === definition.hash) return lookAt;
  const keys = await keysSince(parts, application, documents);
  await updateLastForm(db, studentId, { lastForm: definition.hash, lookAt: keys });
  return keys;
}

async function keysSince(
  { db, definition, questionnaire: { validators }, clock, log }: ApplicationServices,
  application: Application,
  documents: readonly DocumentRow[],
): Promise<readonly string[]> {
  const { lastForm, lookAt } = application;
  const before = lastForm === null ? undefined : await selectDefinition(db, lastForm);
  if (before === undefined) return lookAt;
  // Also what is asked no more: the former form is to find what it knew.
  const { answers, ...choices } = knownForm(definition, application);
  const known = { ...choices, answers: { ...application.answers, ...answers } };
  const state = withDocuments(definition, known, documents);
  const errors = validateBounded({ definition, state, validators, now: clock() }, log);
  const earlier = lookAt.filter((key) => Object.hasOwn(errors, key));
  return [...new Set([...earlier, ...changedSince({ before, present: definition, errors }, state)])];
}
