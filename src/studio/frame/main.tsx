import { createRoot } from 'react-dom/client';
import { createDrafts } from '#client/saving/drafts.ts';
import { prepareToastStyles } from '#client/ui/toast/toast-styles.ts';
import { createServices } from '#client/api/create-services.ts';
import { readPageSettings } from '#client/api/page-settings.ts';
import { createPartnerFiles } from '#client/api/partner-files.ts';
import { OPENING_PATH } from '#form/definition/reserved-paths.ts';
import type { FormState } from '#form/definition/definition.ts';
import { languageOf, setLanguage } from '#texts/language.ts';
import { FormFrame } from './FormFrame.tsx';
import { announceChosen } from './messages.ts';
import '#client/theme/tokens.css';
import '#client/theme/base.css';
import '#client/ui/first-paint.css';
import '#client/ui/ui.css';
import { isRecord } from '#form/definition/own-property.ts';

/** Interval of simulated activity, to avoid the inactivity logout in the studio. */
const ACTIVITY_INTERVAL_MS = 60_000;

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');
const settings = readPageSettings(document);
prepareToastStyles(document, settings.nonce);
const files = createPartnerFiles(settings.partner);
const partner = await files.partner();
setLanguage(languageOf(partner));
const now = (): Date => new Date();

/** Student services without network writes or storage, so that real accounts are untouched. */
function servicesFor(state: FormState) {
  return createServices({
    fetch: createSampleAccount(state, (input, init) => window.fetch(input, init)),
    sendForm: () => Promise.reject(new Error('The studio sends no files.')),
    files,
    partner,
    isSignedIn: () => true,
    sessionMark: () => '',
    dropSession() {},
    drafts: createDrafts({
      tab: discardWrites,
      browser: discardWrites,
      locking: undefined,
      loadKey: undefined,
      now,
    }),
    otherTabs: { post() {}, listen: () => () => {} },
    now,
    nonce: settings.nonce,
    nextDeadline: settings.nextDeadline,
  });
}

function discardWrites(): never {
  throw new Error('The studio keeps nothing.');
}

announceChosen();
setInterval(() => document.dispatchEvent(new Event('mousemove')), ACTIVITY_INTERVAL_MS);
createRoot(root).render(<FormFrame createServices={servicesFor} />);

const REFUSAL = 'The studio shows the form. Nothing is sent, and nothing is kept.';

/** Simulates the API for a logged-in student with these answers; only lookups are real. */
function createSampleAccount(state: FormState, network: typeof globalThis.fetch): typeof globalThis.fetch {
  let version = 1;
  let answers: FormState['answers'] = state.answers;
  const { tabs, counts } = state;
  const calls: Readonly<Record<string, (body: Readonly<Record<string, unknown>>) => unknown>> = {
    [`GET ${OPENING_PATH}`]: () => ({
      '/api/profile': {
        username: 'persona@example.org',
        last_page: null,
        successful_login: [new Date().toISOString()],
        web_status: [{ web_status: 'started', at: new Date().toISOString() }],
        answer: answers,
        document_answer: {},
        version,
        receipt: null,
        storage_key: '',
      },
      '/api/tabs': tabs,
      '/api/add-another': counts,
      '/api/document-answer': {},
    }),
    'PUT /api/answer': ({ answer }) => {
      answers = { ...answers, ...Object(answer) };
      version += 1;
      return { message: '', version };
    },
    'PUT /api/tabs': () => ({ message: '' }),
    'PUT /api/add-another': () => ({ message: '' }),
    'PUT /api/last-page': () => ({ message: '' }),
    'POST /api/validations': () => ({ message: '' }),
  };
  return async (input, init = {}) => {
    const address = input instanceof Request ? input.url : input.toString();
    const [path = ''] = address.split('?');
    if (path.startsWith('/lookup/')) return network(input, init);
    const call = calls[`${init.method ?? 'GET'} ${path}`];
    if (!call) return Response.json({ message: REFUSAL }, { status: 403 });
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : {};
    return Response.json(call(isRecord(body) ? body : {}));
  };
}
