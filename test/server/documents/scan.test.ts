import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeServiceLink } from '#server/operator/links.ts';
import { createScanner } from '#server/documents/scan-file.ts';
import { scannerAddress, type ScannerAddress } from '#server/settings/service-addresses.ts';
import { attach, attachConverted, fileOf, storedKeys } from '#test/api/document-client.ts';
import { documentQuestionnaire } from '#test/api/document-form.ts';
import { eventsOf, logIn, type Answer, type StudentClient } from '#test/api/student-client.ts';
import { describeWith, scannerUrl } from '#test/support/services.ts';
import { createTestApp, operatorServices, type TestApp } from '../test-app.ts';
import { testEngines } from '../test-storage.ts';
import { EICAR, startScannerStandIn, type StandIn } from './scanner-stand-in.ts';
import { suiteFolder } from '#test/support/temporary-folder.ts';

const WAITS =
  "We have your file and will check it for viruses as soon as we can. You don't need to do anything.";

const infected = (): Buffer => Buffer.concat([fileOf('pdf'), Buffer.from(EICAR)]);

const folder = suiteFolder();
let standIn: StandIn;
beforeAll(async () => {
  standIn = await startScannerStandIn(folder);
});
afterAll(() => standIn.leave());

const real = scannerAddress(scannerUrl);

describe('verdicts of a fake scanner', () => {
  describeVerdicts(() => standIn.address);
});
describeWith(['scanner'], 'verdicts of clamd', () => {
  describeVerdicts(() => real);
});

function describeVerdicts(addressOf: () => ScannerAddress | undefined): void {
  const scan = (bytes: Uint8Array) => createScanner(addressOf(), () => undefined)(bytes);

  test('are clean for a clean file', async () => {
    expect(await scan(fileOf('pdf'))).toEqual({ kind: 'clean' });
    expect(await scan(randomBytes(1_048_576))).toEqual({ kind: 'clean' });
  });

  test('name the malware anywhere in the file', async () => {
    expect(await scan(Buffer.from(EICAR))).toMatchObject({ kind: 'infected' });
    const late = Buffer.concat([fileOf('pdf', 1_000_000), Buffer.from(EICAR)]);
    expect(await scan(late)).toEqual({ kind: 'infected', name: expect.stringContaining('Test.File') });
  });
}

describe('a scanner', () => {
  test('that is unavailable is reported once per outage', async () => {
    const faults: string[] = [];
    const scan = createScanner(standIn.address, (task) => void faults.push(task));
    await standIn.leave();
    expect([await scan(fileOf('pdf')), await scan(fileOf('pdf'))]).toEqual([
      { kind: 'away' },
      { kind: 'away' },
    ]);
    await standIn.comeBack();
    expect(await scan(fileOf('pdf'))).toEqual({ kind: 'clean' });
    await standIn.leave();
    expect(await scan(fileOf('pdf'))).toEqual({ kind: 'away' });
    await standIn.comeBack();
    expect(faults).toEqual(['asking the malware scanner', 'asking the malware scanner']);
  });

  test('that disconnects gives no verdict, and reports unreadable files', async () => {
    const scan = createScanner(standIn.address, () => undefined);
    standIn.answerAll('stream: O');
    expect(await scan(fileOf('pdf'))).toEqual({ kind: 'away' });
    standIn.answerAll('INSTREAM size limit exceeded. ERROR\0');
    await expect(scan(fileOf('pdf'))).rejects.toThrow('refused the file');
    standIn.answerAll(undefined);
  });

  test('that begins and does not end is no reason to wait', async () => {
    const scan = createScanner(standIn.address, () => undefined, 50);
    const release = standIn.hold();
    await expect(scan(fileOf('pdf'))).rejects.toThrow('does not end');
    release();
  });
});

describe.each(testEngines)('documents on a server with a scanner, on $engine', ({ open }) => {
  let server: TestApp;
  let scanner: ScannerAddress;
  let students = 0;
  beforeAll(async () => {
    scanner = real ?? standIn.address;
    const config = { partner: 'toy', cookiePrefix: 'toy', trustProxy: false, scanner } as const;
    server = await createTestApp({ storage: await open(), questionnaire: documentQuestionnaire(), config });
  });
  afterAll(() => server.close());

  const newStudent = (): Promise<StudentClient> => {
    students += 1;
    return logIn(server, `student-${students}@example.org`);
  };
  test('are converted when they are clean', async () => {
    const ada = await newStudent();
    await attach(server, ada, 'passport');
    await server.fileJobs.convert.run();
    expect(await statusOf(ada)).toMatchObject({ status: 'COMPLETED', message: '' });
    expect(await unscannedOf(server, ada, `student-${students}@example.org`)).toEqual([]);
  });

  test('are refused, deleted and audited if malware is found', async () => {
    const ada = await newStudent();
    const before = await storedKeys(server);
    await attach(server, ada, 'passport', { bytes: infected() });
    await server.fileJobs.convert.run();
    expect(await statusOf(ada)).toEqual({
      status: 'FAILED',
      message:
        'We deleted this file because we found something harmful in it. Please check your device for viruses, and attach a clean copy.',
    });
    expect(await storedKeys(server)).toEqual(before);
    const events = await eventsOf(server, `student-${students}@example.org`);
    expect(events.at(-1)).toMatchObject({
      kind: 'conversion',
      result: 'refused',
      detail: expect.stringMatching(/^passport: Test\.File/),
    });
  });
});

describe.each(testEngines)('documents while the scanner is unavailable, on $engine', ({ open }) => {
  let server: TestApp;
  beforeAll(async () => {
    const config = {
      partner: 'toy',
      cookiePrefix: 'toy',
      trustProxy: false,
      scanner: standIn.address,
    } as const;
    server = await createTestApp({ storage: await open(), questionnaire: documentQuestionnaire(), config });
  });
  afterAll(() => server.close());

  test('wait, and report it, until it is back', async () => {
    const ada = await logIn(server);
    await standIn.leave();
    await attach(server, ada, 'passport');
    for (let tries = 0; tries < 5; tries += 1) {
      await server.fileJobs.convert.run();
      expect(await statusOf(ada)).toEqual({ status: 'UNPROCESSED', message: WAITS });
    }
    await standIn.comeBack();
    await server.fileJobs.convert.run();
    expect(await statusOf(ada)).toMatchObject({ status: 'COMPLETED', message: '' });
  });
});

test('a document on a server without a scanner is marked for staff', async () => {
  const server = await createTestApp({ questionnaire: documentQuestionnaire() });
  const ada = await logIn(server);
  await attachConverted(server, ada, 'passport', { name: 'mine.pdf', bytes: fileOf('pdf') });
  expect(await unscannedOf(server, ada, 'ada@example.org')).toEqual(['mine.pdf']);
  await server.close();
});

/** The files that staff see as not scanned. */
async function unscannedOf(server: TestApp, student: StudentClient, username: string): Promise<unknown> {
  const parts = operatorServices(server);
  const { search } = new URL(
    await makeServiceLink(parts, { username, cycle: 'current', hours: 1, madeFor: '' }),
  );
  const { body } = await student.call('GET', `/service/tmp-pdf${search}`);
  return Reflect.get(Object(body['application']), 'unscanned');
}

async function statusOf(student: StudentClient): Promise<Answer['body']> {
  return (await student.call('GET', '/api/pdf/document-answer/passport')).body;
}
