import { isDeepStrictEqual } from 'node:util';
import type { NormalizedHotChannel } from 'vite';
import { type Fault, formatFaults, isError } from '#compiler/source/fault.ts';
import type { DevApi } from './dev-api.ts';
import type { SchemaCompiler } from './schema-compiler.ts';
import type { StudioFollower } from './studio/follow-studio.ts';

/** Maximum wait in milliseconds for pages to show a change before the server restarts and blocks calls. */
const SHOW_LIMIT_MS = 1000;

/** Channel to the open pages. */
type Pages = Pick<NormalizedHotChannel, 'send' | 'on' | 'off'>;

/** Pushes each questionnaire edit to the open pages, then to the server, and then proves it. */
export function createSchemaFollower(
  pages: Pages,
  compiler: Pick<SchemaCompiler, 'generate' | 'prepare' | 'prove'>,
  api: Pick<DevApi, 'restart'>,
  studio: StudioFollower,
) {
  /** What the panel of the pages shows. */
  let panel = panelOf([], true);
  let isProven = false;
  let version = 0;

  const show = (faults: readonly Fault[], isUsed: boolean): void => {
    panel = panelOf(faults, isUsed);
    pages.send('schemas:faults', panel);
    if (faults.length > 0) process.stderr.write(`${formatFaults(faults)}\n`);
  };
  // Pages opened later request the current state.
  pages.on('schemas:opened', (_data, client) => client.send('schemas:faults', panel));

  /** Finds the faults of `npm run check`; with errors, more than the compiler reports. */
  const prove = async (isUsed: boolean): Promise<void> => {
    const proven = version;
    const { faults } = await compiler.prove();
    if (proven !== version) return;
    // A dismissed panel stays closed until its errors change.
    if (isUsed || !isDeepStrictEqual(panelOf(faults, isUsed), panel)) show(faults, isUsed);
    studio.report({ phase: 'checked', faults });
    isProven = isUsed;
  };
  return {
    /** Shows initial faults, and prepares for the first edit. */
    begin: async (): Promise<void> => {
      const { isFine, faults } = await compiler.generate();
      show(faults, isFine);
      studio.report({ phase: 'checking', isUsed: isFine, faults });
      inBackground([prove(isFine), ...(isFine ? [compiler.prepare()] : [])]);
    },
    /** Compiles and shows an edit, unless faulty. Resolves after notifying the pages. */
    follow: async (): Promise<void> => {
      version += 1;
      studio.report({ phase: 'compiling' });
      const { isFine, faults } = await compiler.generate();
      // Keeps the last proof's findings until the next proof, to avoid flicker.
      const isNews = !isFine || !isProven;
      if (isNews) show(faults, isFine);
      studio.report({ phase: 'checking', isUsed: isFine, ...(isNews && { faults }) });
      isProven = isProven && isFine;
      if (!isFine) {
        inBackground([studio.renew(), prove(false)]);
        process.stderr.write('The questionnaire has faults; waiting for the next change.\n');
        return;
      }
      const shown = untilShown(pages);
      pages.send('schemas:changed');
      inBackground([
        shown.then(() => api.restart()),
        shown.then(() => prove(true)),
        shown.then(studio.renew),
      ]);
    },
  };
}

function panelOf(faults: readonly Fault[], isUsed: boolean) {
  return { faults: faults.map((fault) => ({ ...fault, isError: isError(fault) })), isUsed };
}

function inBackground(work: readonly Promise<unknown>[]): void {
  for (const one of work) one.catch((error: unknown) => console.error(error));
}

/** Waits until a page shows the change, including its requests; or briefly, without open pages. */
async function untilShown(pages: Pages): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      pages.off('schemas:shown', end);
      resolve();
    };
    const timer = setTimeout(end, SHOW_LIMIT_MS);
    pages.on('schemas:shown', end);
  });
}
