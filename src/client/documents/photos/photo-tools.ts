import { isHeicName, shortName } from '#form/documents/file-rules.ts';
import {
  type PhotoErrorDetails,
  PhotoError,
  type PhotoResult,
  type PhotoTask,
  type PhotoTools,
} from '#client/widgets/file/photos/photos.ts';
import { say, documentsTexts, fileTexts } from '#texts/say.ts';

/** Returns the message for photos that did not become a document. */
export function photoErrorText(error: PhotoErrorDetails): string {
  if (error.code === 'tooMany') return say(fileTexts.tooManyPhotos);
  if (isHeicName(error.name)) return `${say(documentsTexts.wrongType)} ${say(fileTexts.heic)}`;
  return say(fileTexts.unreadable, { file: error.name });
}

/** Off the main thread, in a worker. */
export const photoTools: PhotoTools = {
  preview: async (photo) => onlyOne(await inWorker({ kind: 'preview', photo })),
  async makeFile(pages) {
    const pictures = await inWorker({ kind: 'file', pages });
    // Not in the worker, whose policy lets it load nothing; it only copies bytes.
    const made =
      pages.length === 1 ? onlyOne(pictures) : await (await import('./join-pages.ts')).joinPages(pictures);
    const name = pages[0]?.photo.name ?? '';
    return new File([made], shortName(name, made.type === 'application/pdf' ? '.pdf' : '.jpg'), {
      type: made.type,
    });
  },
};

function onlyOne([picture]: readonly Blob[]): Blob {
  if (!picture) throw new Error('The worker for photos made none.');
  return picture;
}

let last: Promise<unknown> = Promise.resolve();

/** One task after the other: a photo takes 50 MB of a phone's memory, and more. */
function inWorker(task: PhotoTask): Promise<readonly Blob[]> {
  const run = (): Promise<readonly Blob[]> => runWorker(task);
  const made = last.then(run, run);
  last = made;
  return made;
}

/** A worker for each task: its memory is free again when it ends. */
function runWorker(task: PhotoTask): Promise<readonly Blob[]> {
  allowWorker();
  const worker = new Worker(new URL('photo-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<readonly Blob[]>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<PhotoResult>) =>
      'pictures' in data ? resolve(data.pictures) : reject(new PhotoError(photoErrorText(data.error))),
    );
    worker.addEventListener('error', () => reject(new Error('The worker for photos broke down.')));
    worker.postMessage(task, []);
  }).finally(() => worker.terminate());
}

declare global {
  interface Window {
    /** Trusted Types (W3C), where the browser has them. */
    readonly trustedTypes?: {
      readonly defaultPolicy: object | null;
      createPolicy(
        name: 'default',
        rules: { readonly createScriptURL: (address: string) => string | null },
      ): object;
    };
  }
}

/** The page's security policy lets no address start a script (`require-trusted-types-for`): only this one may. */
function allowWorker(): void {
  if (window.trustedTypes?.defaultPolicy !== null) return;
  window.trustedTypes.createPolicy('default', {
    createScriptURL: (wanted) => (isWorker(new URL(wanted, location.href)) ? wanted : null),
  });
}

function isWorker({ origin, pathname }: URL): boolean {
  return origin === location.origin && /\/photo-worker[^/]*$/.test(pathname);
}
