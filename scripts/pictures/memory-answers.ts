import type { GetDocumentAnswerAnswer, GetProfileAnswer, GetServiceTmpPdfAnswer } from '#generated/api.ts';
import { withCompanions } from '#form/answers/with-companions.ts';
import type { Answers, FormDefinition } from '#form/definition/definition.ts';
import {
  documentAnswersOf,
  documentKeysOf,
  withoutDocumentAnswers,
} from '#form/documents/document-answers.ts';
import type { WebStatus } from '#form/progress/web-status.ts';
import type { CallAnswer, Scene } from './scene.ts';

/** The student in the pictures. */
export const STUDENT = 'student@example.edu';
export const RECEIPT = '2026-000417';

/** The generated types know no read-only lists. */
type Profile = Omit<GetProfileAnswer, 'answer'> & { readonly answer: Answers };
type View = Omit<GetServiceTmpPdfAnswer, 'answer'> & { readonly answer: Answers };

const STEPS: readonly WebStatus[] = ['started', 'validating', 'submitted'];

/** What a server would answer to a call while a student has the application of a scene. Nothing is kept. */
export function memoryAnswer(
  call: string,
  scene: Scene,
  { definition, now }: { readonly definition: FormDefinition; readonly now: Date },
): CallAnswer {
  const { state } = scene;
  const own = scene.calls?.[call];
  if (own) return own;
  if (!state) return { status: 401, body: { message: 'Please log in.' } };
  const answers = withCompanions(definition, state.answers, { answers: state.answers, now });
  const attached = new Set([...documentKeysOf(definition)].filter((key) => state.answers[key]));
  const answered = {
    answer: withoutDocumentAnswers(definition, answers),
    document_answer: documentAnswersOf(definition, attached),
  };
  switch (call) {
    case 'GET /api/profile':
      return { body: profileOf(scene, answered, now) };
    case 'GET /api/tabs':
      return { body: state.tabs };
    case 'GET /api/add-another':
      return { body: state.counts };
    case 'GET /api/document-answer':
      return { body: attachedFiles(attached) };
    case 'GET /service/tmp-pdf':
      return { body: viewOf(scene, answered, now) };
    case 'PUT /api/answer':
      return { body: { message: 'Saved.', version: 2 } };
    case 'GET /lookup/find':
      return { body: [] };
    default:
      return { body: { message: 'Done.' } };
  }
}

type Answered = Pick<Profile, 'answer' | 'document_answer'>;

function profileOf({ status = 'started' }: Scene, answered: Answered, now: Date): Profile {
  const at = now.toISOString();
  return {
    username: STUDENT,
    last_page: null,
    successful_login: [at, at],
    web_status: STEPS.slice(0, STEPS.indexOf(status) + 1).map((step) => ({ web_status: step, at })),
    version: 1,
    receipt: status === 'submitted' ? RECEIPT : null,
    storage_key: Buffer.alloc(32, 7).toString('base64url'),
    ...answered,
  };
}

function viewOf({ state, status }: Scene, answered: Answered, now: Date): View {
  const isSubmitted = status === 'submitted';
  return {
    ...answered,
    add_another: { ...state?.counts },
    tabs: { ...state?.tabs },
    application: {
      username: STUDENT,
      receipt: isSubmitted ? RECEIPT : null,
      submitted_at: isSubmitted ? now.toISOString() : null,
      definition: null,
    },
  };
}

function attachedFiles(keys: ReadonlySet<string>): GetDocumentAnswerAnswer {
  return Object.fromEntries([...keys].map((key) => [key, { file_name: 'document.pdf', file_size: 48_213 }]));
}
