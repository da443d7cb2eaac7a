import type { NormalizedHotChannel, NormalizedHotChannelClient } from 'vite';
import { STUDIO_EVENTS, type StudioData } from '#studio/studio-data.ts';
import { type Fault, isError } from '#compiler/source/fault.ts';
import type { WorkerThread } from '../worker-thread.ts';
import type { StudioWork } from './studio-thread.ts';

/** Parts computed for each version of the files, most visible first. */
const PARTS: readonly StudioWork['kind'][] = ['tree', 'explanation', 'states', 'personas', 'changes'];

/** State of the files, known immediately. */
export type FilesState = {
  readonly phase: StudioData['phase'];
  readonly isUsed?: boolean;
  readonly faults?: readonly Fault[];
};

type Selection = Pick<StudioWork, 'partner' | 'name'>;
type StudioThread = WorkerThread<StudioWork, Partial<StudioData>>;
type Pages = Pick<NormalizedHotChannel, 'on'>;
type Page = Pick<NormalizedHotChannelClient, 'send'>;

/** Reports edits to the open studios. */
export type StudioFollower = ReturnType<typeof createStudioFollower>;

/** Sends data to the open studios; computes nothing while none is open. */
export function createStudioFollower(pages: Pages, thread: StudioThread, defaultPartner: string) {
  const studios = new Map<Page, Selection>();
  let state: Partial<StudioData> = { phase: 'compiling', isUsed: true, faults: [] };
  let version = 0;
  let running = 0;

  const sendTo = (studio: Page, part: Partial<StudioData>): void => studio.send(STUDIO_EVENTS.data, part);
  const send = (part: Partial<StudioData>): void => {
    state = { ...state, ...part };
    for (const studio of studios.keys()) sendTo(studio, part);
  };
  const compute = async (studio: Page, kinds: readonly StudioWork['kind'][] = PARTS): Promise<void> => {
    const computed = version;
    const partner = studios.get(studio)?.partner;
    for (const kind of kinds) {
      const looked = studios.get(studio);
      if (!looked || computed !== version || looked.partner !== partner) return;
      if (kind === 'explanation' && looked.name === undefined) continue;
      running += 1;
      try {
        sendTo(studio, await thread.run({ kind, version, ...looked }));
      } catch (error) {
        // Canceled by a newer version.
        if (computed === version) throw error;
      } finally {
        running -= 1;
      }
    }
  };
  pages.on(STUDIO_EVENTS.opened, ({ partner }: { readonly partner?: string }, studio) => {
    const named = partner ?? defaultPartner;
    studios.set(studio, { ...studios.get(studio), partner: named });
    sendTo(studio, state);
    inBackground(compute(studio));
  });
  pages.on(STUDIO_EVENTS.requested, ({ name }: { readonly name?: string }, studio) => {
    studios.set(studio, { partner: defaultPartner, ...studios.get(studio), name });
    inBackground(compute(studio, ['explanation']));
  });
  pages.on('vite:client:disconnect', (_data, page) => void studios.delete(page));
  return {
    /** Reports the progress of an edit immediately. */
    report: ({ faults, ...rest }: FilesState): void => {
      send({
        ...rest,
        ...(faults && { faults: faults.map((fault) => ({ ...fault, isError: isError(fault) })) }),
      });
    },
    renew: async (): Promise<void> => {
      version += 1;
      // Cancels the outdated computation.
      if (running > 0) await thread.stop();
      for (const studio of studios.keys()) inBackground(compute(studio));
    },
  };
}

function inBackground(work: Promise<unknown>): void {
  work.catch((error: unknown) => console.error(error));
}
