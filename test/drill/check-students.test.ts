import { expect, test } from 'vitest';
import { checkStudents, type Evidence, hashOf } from './check-students.ts';
import { Ledger } from './ledger.ts';

const PDF = Buffer.from('%PDF-1.7\none page\n%%EOF\n');
const RECEIPT = 'ABCD-EFGH';
const SECOND = 'JKLM-NPQR';
const ENOUGH = { signUps: 1, submissions: 1, documents: 1 };
const SECONDS = Array.from({ length: 90 }, (_, second) => second);

/** Evidence of a student who completed every step, one per second, and submitted. */
function sampleEvidence() {
  const ledger = new Ledger('student@example.org');
  ledger.sending({ city: 'Lincoln' });
  ledger.acknowledge({ city: 'Lincoln' });
  ledger.documents.set('transcript', hashOf(PDF));
  ledger.receipts.add(RECEIPT);
  Object.assign(ledger, { isConfirmed: true, isSettled: true });
  Object.assign(ledger.codes, { asked: 2, granted: 1 });
  ledger.progress.splice(0, 1, ...SECONDS);
  return {
    ledger,
    own: { answers: { city: 'Lincoln' }, documents: new Map([['transcript', PDF]]), receipts: [RECEIPT] },
    rows: { isConfirmed: true, receipts: [RECEIPT], documents: ['transcript'] },
    mails: [sampleMail('code', '123456'), sampleMail('receipt', RECEIPT)],
  };
}

function sampleMail(id: string, line: string) {
  return { to: '', subject: '', text: `Message-ID: <${id}@example.edu>\n\n${line}\n` };
}

type Happen = (sample: ReturnType<typeof sampleEvidence>) => Partial<Evidence> | void;

/** Returns the promises broken after an event happens to one of two students. */
function brokenBy(happen: Happen, least = ENOUGH): readonly string[] {
  const one = sampleEvidence();
  const promises = checkStudents([{ ...one, ...happen(one) }, sampleEvidence()], least);
  return promises.flatMap(({ promise, isKept }) => (isKept ? [] : [promise]));
}

test.each<readonly [what: string, happen: Happen]>([
  ['nothing happens', () => undefined],
  ['an email is delivered again', ({ mails }) => void mails.push(sampleMail('receipt', RECEIPT))],
  ['a sign-up without a response sends a code', ({ mails }) => void mails.push(sampleMail('late', '654321'))],
  ['no document was downloaded first', ({ ledger }) => void ledger.documents.set('transcript', undefined)],
  ['a student pauses for 59 seconds', ({ ledger }) => void ledger.progress.splice(10, 59)],
])('all promises are kept when %s', (_what, happen) => {
  expect(brokenBy(happen)).toEqual([]);
});

test.each<readonly [promise: string, what: string, happen: Happen]>([
  ['lost acknowledged writes', 'forgotten save', ({ own }) => void Object.assign(own.answers, { city: '' })],
  [
    'applications submitted twice',
    'second receipt',
    ({ ledger, mails, rows }) => {
      ledger.receipts.add(SECOND);
      rows.receipts.push(SECOND);
      mails.push(sampleMail('second', SECOND));
    },
  ],
  ['receipts without exactly one email', 'missing receipt email', ({ mails }) => void mails.pop()],
  [
    'receipts without exactly one email',
    'second receipt email',
    ({ mails }) => void mails.push(sampleMail('second', RECEIPT)),
  ],
  ['codes without exactly one email', 'missing code email', ({ mails }) => void mails.shift()],
  [
    'codes without exactly one email',
    'code that nobody requested',
    ({ mails }) => void mails.push(sampleMail('second', '234567'), sampleMail('third', '345678')),
  ],
  [
    'documents without their bytes',
    'truncated document',
    ({ own, ledger }) => {
      ledger.documents.set('transcript', undefined);
      own.documents.set('transcript', PDF.subarray(0, -8));
    },
  ],
  [
    'documents without their bytes',
    'document that changed',
    ({ own }) => void own.documents.set('transcript', Buffer.from('%PDF-1.7\n%%EOF\n')),
  ],
  ['documents without their bytes', 'missing file', ({ own }) => own.documents.clear()],
  [
    'rows missing in the database',
    'missing account',
    ({ rows }) => ({ rows: { ...rows, isConfirmed: false } }),
  ],
  ['rows missing in the database', 'missing submission', ({ rows }) => void rows.receipts.pop()],
  ['rows missing in the database', 'missing document', ({ rows }) => void rows.documents.pop()],
  [
    'failures that the page did not get over',
    'refused save',
    ({ ledger }) => ledger.recordProblem('refused'),
  ],
  [
    'students whose last words were not saved at the end',
    'unsaved answer',
    ({ ledger }) => void (ledger.isSaved = false),
  ],
  [
    'students stuck for a minute while others went on',
    'code that never comes',
    ({ ledger }) => void ledger.progress.splice(10, 60),
  ],
])('"0 %s" is broken by one %s', (promise, _what, happen) => {
  expect(brokenBy(happen)).toEqual([`0 ${promise}`]);
});

test.each(['signUps', 'submissions', 'documents'] as const)('a drill needs enough %s', (what) => {
  const [broken, ...others] = brokenBy(() => undefined, { ...ENOUGH, [what]: 3 });
  expect(broken).toMatch(/^at least .*3/);
  expect(others).toEqual([]);
});
