import { isHeicName, shortName } from '#form/documents/file-rules.ts';
import {
  type PhotoErrorDetails,
  PhotoError,
  type PhotoResult,
  type PhotoTask,
  type PhotoTools,
} from '#client/widgets/file/photos/photos.ts';
import { ownText, say, documentsTexts, fileTexts } from '#texts/say.ts';

/** Returns the message for photos that cannot become a document. */
export function photoErrorText(error: PhotoErrorDetails): string {
  if (error.code === 'tooMany') return ownText(fileTexts.tooManyPhotos);
  if (isHeicName(error.name)) return `${ownText(documentsTexts.wrongType)} ${say(fileTexts.heic)}`;
  return say(fileTexts.unreadable, { file: error.name });
}

/** Runs photo work in a worker. */
export const photoTools: PhotoTools = {
  preview: async (photo) => onlyOne(await inWorker({ kind: 'preview', photo })),
  async makeFile(pages, maxBytes) {
    const pictures = await inWorker({ kind: 'file', pages, maxBytes });
    // Outside the worker, whose policy allows no imports; this only copies bytes.
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

/** Queues worker tasks: each photo takes 50 MB of memory or more. */
function inWorker(task: PhotoTask): Promise<readonly Blob[]> {
  const run = (): Promise<readonly Blob[]> => runWorker(task);
  const made = last.then(run, run);
  last = made;
  return made;
}

/** Runs each task in a new worker, to free its memory afterwards. */
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
    /** Trusted Types (W3C), where supported. */
    readonly trustedTypes?: {
      readonly defaultPolicy: object | null;
      createPolicy(
        name: 'default',
        rules: { readonly createScriptURL: (address: string) => string | null },
      ): object;
    };
  }
}

/** Allows only this worker's URL under CSP `require-trusted-types-for`. */
function allowWorker(): void {
  if (window.trustedTypes?.defaultPolicy !== null) return;
  window.trustedTypes.createPolicy('default', {
    createScriptURL: (wanted) => (isWorker(new URL(wanted, location.href)) ? wanted : null),
  });
}

function isWorker({ origin, pathname }: URL): boolean {
  return origin === location.origin && /\/photo-worker[^/]*$/.test(pathname);
}
