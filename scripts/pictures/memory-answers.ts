import type { GetDocumentAnswerAnswer, GetProfileAnswer } from '#generated/api.ts';
import { withCompanions } from '#form/answers/with-companions.ts';
import type { Answers, FormDefinition, FormState } from '#form/definition/definition.ts';
import {
  documentAnswersOf,
  documentKeysOf,
  withoutDocumentAnswers,
} from '#form/documents/document-answers.ts';

type CallAnswer = { readonly status?: number; readonly body: unknown };

/** The generated types know no read-only lists. */
type Profile = Omit<GetProfileAnswer, 'answer'> & { readonly answer: Answers };

type Form = { readonly definition: FormDefinition; readonly now: Date };

/** Responds to a call as a server whose student has this application. Stores nothing. */
export function memoryAnswer(call: string, state: FormState | undefined, form: Form): CallAnswer {
  if (!state) return { status: 401, body: { message: 'Please log in.' } };
  const attached = new Set([...documentKeysOf(form.definition)].filter((key) => state.answers[key]));
  switch (call) {
    case 'GET /api/profile':
      return { body: profileOf(state, attached, form) };
    case 'GET /api/tabs':
      return { body: state.tabs };
    case 'GET /api/add-another':
      return { body: state.counts };
    case 'GET /api/document-answer':
      return { body: attachedFiles(attached) };
    case 'PUT /api/answer':
      return { body: { message: 'Saved.', version: 2 } };
    case 'GET /lookup/find':
      return { body: [] };
    default:
      return { body: { message: 'Done.' } };
  }
}

function profileOf(state: FormState, attached: ReadonlySet<string>, { definition, now }: Form): Profile {
  const answers = withCompanions(definition, state.answers, { answers: state.answers, now });
  const at = now.toISOString();
  return {
    username: 'student@example.edu',
    last_page: null,
    successful_login: [at, at],
    web_status: [{ web_status: 'started', at }],
    version: 1,
    receipt: null,
    storage_key: Buffer.alloc(32, 7).toString('base64url'),
    answer: withoutDocumentAnswers(definition, answers),
    document_answer: documentAnswersOf(definition, attached),
  };
}

function attachedFiles(keys: ReadonlySet<string>): GetDocumentAnswerAnswer {
  return Object.fromEntries([...keys].map((key) => [key, { file_name: 'document.pdf', file_size: 48_213 }]));
}
