import { createRequire } from 'node:module';
import { LibreOfficeConverter, type LibreOfficeWasmOptions } from '@matbee/libreoffice-converter/server';
import { FileError } from '../conversion.ts';
import { fontsFor } from './fonts.ts';
import { say, conversionTexts } from '#texts/say.ts';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { WatchedStart } from './start-watchdog-thread.ts';

type Loader = NonNullable<LibreOfficeWasmOptions['wasmLoader']>;
type Module = Awaited<ReturnType<Loader['createModule']>>;

const FONT_FOLDER = '/instdir/share/fonts/truetype';
/**
 * Fonts that documents name, or with letters that others lack. LibreOffice reads every font at its start in tiny
 * pieces: all 140 take half a minute on a busy machine.
 */
const KEPT_FONTS =
  /^(?:Caladea|Carlito|DejaVuSans(?:-Bold)?\.|Liberation(?:Mono|Sans|Serif)-|NotoNaskhArabic|NotoSans(?:Armenian|Georgian|Hebrew|Lao)|fc_local|opens)/;

/** Its threads sometimes deadlock at the start, which usually takes 0.5 to 2 times the loading time. */
const LONGEST_START = { timesLoading: 4, leastMs: 10_000 };

/**
 * Converts to PDF with LibreOffice from npm, in memory. Its threads continue: end the process.
 * @throws FileError if it cannot open the document; Error if it does not start
 */
export async function officeToPdf(docx: Buffer): Promise<Buffer> {
  // Before loading: LibreOffice did not start if a thread was created between loading and start.
  const watch = await createStartWatchdog();
  const converter = new LibreOfficeConverter({
    wasmLoader: {
      async createModule(config) {
        const begin = performance.now();
        const module = await loadWithFewFonts(config);
        const loadMs = performance.now() - begin;
        watch.begin(Math.max(LONGEST_START.leastMs, LONGEST_START.timesLoading * loadMs));
        return module;
      },
    },
    // The zip is uncompressed, so its bytes can be searched for letters.
    fonts: await fontsFor(docx.toString('utf8')),
  });
  await converter.initialize();
  watch.started();
  const { data } = await converter
    .convert(docx, { inputFormat: 'docx', outputFormat: 'pdf' }, 'document.docx')
    .catch(() => {
      throw new FileError(say(conversionTexts.unopenedWord));
    });
  return Buffer.from(data);
}

async function loadWithFewFonts(config: Record<string, unknown>): Promise<Module> {
  const loader: Loader = createRequire(import.meta.url)('@matbee/libreoffice-converter/wasm/loader');
  const module = await loader.createModule(config);
  const names = module.FS.readdir(FONT_FOLDER).filter((name) => !name.startsWith('.'));
  for (const name of names) if (!KEPT_FONTS.test(name)) module.FS.unlink(`${FONT_FOLDER}/${name}`);
  return module;
}

const BEGUN = 1;
const STARTED = 2;

/** Creates a watchdog that kills this process if a start hangs. In a thread, because the start blocks the main one. */
export async function createStartWatchdog() {
  const state = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const watched: WatchedStart = { state };
  const thread = new Worker(new URL('start-watchdog-thread.ts', import.meta.url), {
    workerData: watched,
    // The thread must not inherit this process's options (its own program, for example).
    execArgv: [],
  });
  await once(thread, 'online');
  thread.unref();
  const setState = (value: number): void => {
    Atomics.store(state, 0, value);
    Atomics.notify(state, 0);
  };
  return {
    /** Starts the limit of `limitMs` for the start. */
    begin(limitMs: number): void {
      Atomics.store(state, 1, Math.ceil(limitMs));
      setState(BEGUN);
    },
    started: () => setState(STARTED),
  };
}
