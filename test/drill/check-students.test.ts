import { describe, expect, test } from 'vitest';
import { type Checked, checkStudents } from './check-students.ts';
import { Ledger } from './ledger.ts';
import { Measures } from './measures.ts';
import type { TakenMail } from './stage/mail-server.ts';
import { openBrowser } from './students/browser.ts';

const KEPT = {
  lost: [],
  submittedTwice: [],
  mailedTwice: [],
  deliveredAgain: 0,
  withoutBytes: [],
  surprises: [],
  unsaved: [],
};
const OWN = {
  application: {
    answers: { first_today: { label: 'First', value: 'B' }, second: { label: null, value: ['x'] } },
  },
  submission: null,
  documents: [{ answer_key: 'card', file: 'JVBERi0=' }],
};
const code = (text: string): TakenMail => ({ to: 'ada@example.org', subject: 'Your code', text });

/** A student who typed A, then B, attached a card, and asked for one code. */
function typed(): Ledger {
  const ledger = new Ledger('ada@example.org');
  ledger.asked.code = 1;
  ledger.sending({ first: 'A', second: ['x'] });
  ledger.acknowledge({ first: 'A', second: ['x'] });
  ledger.sending({ first: 'B' });
  ledger.acknowledge({ first: 'B' });
  ledger.documents.add('card');
  return ledger;
}

function check(ledger: Ledger, own: object, taken: readonly TakenMail[] = []) {
  const browser = {
    ...openBrowser('http://localhost', '198.18.0.1', new Measures()),
    fetch: async () => Response.json(own),
  };
  const student: Checked = { ledger, browser };
  return checkStudents([student], { taken }, (key) => key.replace('_today', ''));
}

/** That it was received, under a Message-ID. */
const received = (id: string): TakenMail => ({
  to: 'ada@example.org',
  subject: 'Received',
  text: `Message-ID: <${id}@example.edu>\r\n\r\nYour receipt is R-1.`,
});

describe('what students were shown is compared with what servers have', () => {
  test('all of it is there, also under a new name', async () => {
    expect(await check(typed(), OWN, [code('123456\n')])).toEqual(KEPT);
  });

  test('an answer that was sent and not acknowledged may be either', async () => {
    const ledger = typed();
    ledger.sending({ first: 'C' });
    expect(await check(ledger, OWN)).toEqual(KEPT);
  });

  test('an older answer is a lost write', async () => {
    const answers = { ...OWN.application.answers, first_today: { label: 'First', value: 'A' } };
    const { lost } = await check(typed(), { ...OWN, application: { answers } });
    expect(lost).toEqual(['ada@example.org: first is "A", not "B"']);
  });

  test('what an older server wrote after a rollback counts, not what a newer one left behind', async () => {
    const answers = { first: { label: 'First', value: 'B' }, first_today: { label: null, value: 'A' } };
    const second = OWN.application.answers.second;
    expect((await check(typed(), { ...OWN, application: { answers: { ...answers, second } } })).lost).toEqual(
      [],
    );
  });

  test('a document without bytes, and one that is not there', async () => {
    const empty = { ...OWN, documents: [{ answer_key: 'card', file: null }] };
    expect((await check(typed(), empty)).withoutBytes).toEqual(['ada@example.org: card']);
    expect((await check(typed(), { ...OWN, documents: [] })).withoutBytes).toEqual(['ada@example.org: card']);
  });

  test('two receipts are two submits', async () => {
    const ledger = typed();
    ledger.receipts.add('R-1').add('R-2');
    const { submittedTwice } = await check(ledger, {
      ...OWN,
      submission: { receipt: 'R-1', answers: OWN.application.answers },
    });
    expect(submittedTwice).toEqual(['ada@example.org: was given R-2, and has R-1']);
  });

  test('a code more than was asked for, and the mail with the receipt twice', async () => {
    const ledger = typed();
    ledger.receipts.add('R-1');
    const mails = [code('123456\n'), code('654321\n'), received('a'), received('b')];
    const { mailedTwice } = await check(ledger, OWN, mails);
    expect(mailedTwice).toEqual([
      'ada@example.org: 2 mails that it was received',
      'ada@example.org: 2 codes, and 1 were asked for',
    ]);
  });

  test('a mail that is delivered again under its Message-ID is one mail, and is counted', async () => {
    const ledger = typed();
    ledger.receipts.add('R-1');
    const once = await check(ledger, OWN, [received('a'), received('a')]);
    expect([once.mailedTwice, once.deliveredAgain]).toEqual([[], 1]);
    const twice = await check(ledger, OWN, [received('a'), received('b')]);
    expect([twice.mailedTwice.length, twice.deliveredAgain]).toEqual([1, 0]);
  });

  test('what was never saved, and what no student should see', async () => {
    const ledger = typed();
    ledger.isSettled = false;
    ledger.surprise('was logged out');
    const { unsaved, surprises } = await check(ledger, OWN);
    expect([unsaved, surprises]).toEqual([['ada@example.org'], ['ada@example.org: was logged out']]);
  });

  test('a student whom no server knows has lost everything', async () => {
    const browser = {
      ...openBrowser('http://localhost', '198.18.0.1', new Measures()),
      fetch: async () => new Response('', { status: 503 }),
    };
    const { lost } = await checkStudents([{ ledger: typed(), browser }], { taken: [] }, (key) => key);
    expect(lost).toEqual(['ada@example.org: cannot be read']);
  });
});
