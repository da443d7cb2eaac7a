import { startMailServer } from '../drill/stage/mail-server.ts';
import { Ledger } from '../drill/ledger.ts';
import { Measures } from '../drill/measures.ts';
import { openBrowser } from '../drill/students/browser.ts';
import { type GeneratedApplication, generateApplications } from '../drill/students/generate-applications.ts';
import { playStudent } from '../drill/students/student.ts';
import { readForm } from '../support/compiled-form.ts';
import { samplePdf } from '../support/sample-files.ts';
import { startTestServer, USUAL_SERVER } from '../support/test-server.ts';
import { freeTextKey } from './free-text-key.ts';
import { memoryOf } from './process-memory.ts';

const STUDENTS = 8;
/** Shorter than the autosave debounce, so that typing causes about one save. */
const THINK_MS = 600;

type JourneyCost = {
  /** Log bytes per application. */
  readonly log: number;
  /** Peak server memory in MB, without the PDF browser. */
  readonly memory: number;
};

/**
 * Runs concurrent students from sign-up through all answers, lookups and documents to submission and PDF copy.
 *
 * @throws Error if one saw an unexpected problem, or did not finish
 */
export async function runFullJourneys(env: Readonly<Record<string, string>>): Promise<JourneyCost> {
  const mail = await startMailServer();
  const server = await startTestServer({
    command: USUAL_SERVER,
    env: { ...env, SMTP_URL: mail.url, MAIL_FROM: 'apply@example.edu' },
  });
  try {
    const form = readForm();
    const { buffer, name } = await samplePdf('card.pdf');
    const measures = new Measures();
    const students = generateApplications(form, STUDENTS).map((made, index) => ({
      form,
      made: answerByAnswer(made),
      file: new File([Uint8Array.from(buffer)], name, { type: 'application/pdf' }),
      thinkMs: THINK_MS,
      oldName: (key: string) => key,
      mail,
      textKey: freeTextKey(),
      ledger: new Ledger(`way-${index}@example.org`),
      browser: openBrowser(server.url, `198.18.0.${index + 1}`, measures),
      isRunning: () => true,
      isPatient: () => true,
      isWriter: false,
      submitsTwice: false,
      wantsCopy: true,
    }));
    await Promise.all(students.map(playStudent));
    for (const { ledger } of students)
      if (ledger.problems.length > 0 || ledger.receipts.size === 0)
        throw new Error(`${ledger.username} did not finish: ${ledger.problems.join(', ')}`);
    return {
      log: Buffer.byteLength(server.output()) / STUDENTS,
      memory: memoryOf(server.pid)?.peak ?? Number.NaN,
    };
  } finally {
    await server.stop();
    await mail.halt();
  }
}

function answerByAnswer(application: GeneratedApplication): GeneratedApplication {
  const steps = application.steps.flatMap((step) =>
    Object.entries(step).map(([key, answer]) => ({ [key]: answer })),
  );
  return { ...application, steps };
}
