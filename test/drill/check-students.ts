import { createHash } from 'node:crypto';
import type { Ledger } from './ledger.ts';
import { deduplicateMails, type ReceivedMail } from './stage/mail-server.ts';
import type { OwnData } from './students/own-data.ts';

/** A promise, and whether it was kept. */
export type PromiseResult = {
  readonly promise: string;
  readonly isKept: boolean;
  /** Violations in words; for a kept promise its figures. */
  readonly found: readonly string[];
};

/** A student's data in the ledger, servers, database and mail server. */
export type Evidence = {
  readonly ledger: Ledger;
  /** Undefined if unreadable. */
  readonly own: OwnData | undefined;
  readonly rows: StudentRows;
  readonly mails: readonly ReceivedMail[];
};

/** The rows of one student in PostgreSQL. */
export type StudentRows = {
  readonly isConfirmed: boolean;
  readonly receipts: readonly string[];
  /** Keys of the documents with a PDF. */
  readonly documents: readonly string[];
};

/** Minimum activity, so that promises are not kept for lack of events. */
export type Counts = {
  readonly signUps: number;
  readonly submissions: number;
  readonly documents: number;
};

/** Seconds without progress, while others make some, after which a student counts as stuck. */
const STUCK_S = 60;

/** Violations that must not occur → how to find them in the evidence. */
const VIOLATIONS: Readonly<Record<string, (evidence: Evidence) => readonly string[]>> = {
  'lost acknowledged writes': ({ ledger, own }) => {
    if (ledger.acknowledged === 0) return [];
    return own === undefined ? ['cannot be read'] : ledger.lostIn(own.answers);
  },
  'applications submitted twice': ({ ledger, rows, own }) => {
    const all = new Set([...ledger.receipts, ...rows.receipts, ...(own?.receipts ?? [])]);
    return all.size > 1 ? [[...all].join(' and ')] : [];
  },
  'receipts without exactly one email': (evidence) =>
    receiptsOf(evidence).flatMap((receipt) => {
      const { length } = shownMails(evidence).filter(({ text }) => text.includes(receipt));
      return length === 1 ? [] : [`${length} emails with ${receipt}`];
    }),
  'codes without exactly one email': (evidence) => {
    const { asked, granted } = evidence.ledger.codes;
    const { length } = shownMails(evidence).filter(
      ({ text }) => !receiptsOf(evidence).some((receipt) => text.includes(receipt)),
    );
    // A call without a response may have been granted.
    return length >= granted && length <= asked ? [] : [`${length} emails for ${granted} to ${asked} codes`];
  },
  'documents without their bytes': ({ ledger, own }) =>
    [...ledger.documents].flatMap(([key, hash]) => {
      const bytes = own?.documents.get(key);
      return bytes && isWholePdf(bytes) && [undefined, hashOf(bytes)].includes(hash) ? [] : [key];
    }),
  'rows missing in the database': ({ ledger, rows }) => [
    ...(ledger.isConfirmed && !rows.isConfirmed ? ['the account'] : []),
    ...[...ledger.receipts].filter((receipt) => !rows.receipts.includes(receipt)),
    ...[...ledger.documents.keys()].filter((key) => !rows.documents.includes(key)),
  ],
  'failures that the page did not get over': ({ ledger }) => ledger.problems,
  'students whose last words were not saved at the end': ({ ledger }) =>
    ledger.isSaved === false ? ['not saved'] : [],
};

/** Checks all promises to students after a drill. */
export function checkStudents(students: readonly Evidence[], least: Counts): readonly PromiseResult[] {
  return [
    ...Object.entries(VIOLATIONS).map(([what, findIn]) =>
      none(
        what,
        students.flatMap((each) => findIn(each).map((found) => `${each.ledger.username}: ${found}`)),
      ),
    ),
    none('students stuck for a minute while others went on', stuckAmong(students)),
    enough(students, least),
  ];
}

export function none(what: string, found: readonly string[]): PromiseResult {
  return { promise: `0 ${what}`, isKept: found.length === 0, found };
}

/** Counted in the database. */
function enough(students: readonly Evidence[], least: Counts): PromiseResult {
  const rows = students.map((each) => each.rows);
  const counts: Counts = {
    signUps: rows.filter(({ isConfirmed }) => isConfirmed).length,
    submissions: rows.flatMap(({ receipts }) => receipts).length,
    documents: rows.flatMap(({ documents }) => documents).length,
  };
  const inWords = ({ signUps, submissions, documents }: Counts): string =>
    `${signUps} sign-ups, ${submissions} submissions, ${documents} documents`;
  return {
    promise: `at least ${inWords(least)}`,
    isKept:
      counts.signUps >= least.signUps &&
      counts.submissions >= least.submissions &&
      counts.documents >= least.documents,
    found: [inWords(counts)],
  };
}

function stuckAmong(students: readonly Evidence[]): readonly string[] {
  const busy = new Set(students.flatMap(({ ledger }) => ledger.progress));
  return students.flatMap(({ ledger: { username, progress } }) =>
    progress.slice(1).flatMap((until, index) => {
      const from = progress[index] ?? until;
      if (until - from <= STUCK_S) return [];
      const waited = [...busy].filter((each) => each > from && each < until).length;
      return waited < STUCK_S ? [] : [`${username}: ${waited} s`];
    }),
  );
}

function receiptsOf({ ledger, rows }: Evidence): readonly string[] {
  return [...new Set([...ledger.receipts, ...rows.receipts])];
}

function shownMails({ mails }: Evidence): readonly ReceivedMail[] {
  return deduplicateMails(mails).shown;
}

function isWholePdf(bytes: Buffer): boolean {
  return bytes.subarray(0, 5).toString() === '%PDF-' && bytes.subarray(-8).includes('%%EOF');
}

export function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
