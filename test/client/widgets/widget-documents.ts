import { PhotoError } from '#client/widgets/file/photos/photos.ts';
import type { Documents, DocumentView } from '#client/widgets/file/document-view.ts';

/** Fake documents that record a widget's calls. */
export function widgetDocuments(first: DocumentView = { phase: 'none' }) {
  const listeners = new Set<() => void>();
  const calls: string[] = [];
  let view = first;
  let isStuck = false;
  const show = (next: DocumentView): void => {
    view = next;
    for (const listener of listeners) listener();
  };
  const documents: Documents = {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    view: () => view,
    attach: (key, { name, size }) => {
      calls.push(`attach ${name} to ${key}`);
      show({ phase: 'sending', file: { name, size }, share: 0 });
    },
    attachPages: (key, pages) => {
      calls.push(
        `attach ${pages.map(({ photo, turns }) => `${photo.name} turned ${turns}`).join(', ')} to ${key}`,
      );
      show({ phase: 'preparing', file: { name: '', size: 0 } });
    },
    preview: async (photo) => {
      if (photo.name.endsWith('.heic')) throw new PhotoError(`${photo.name} cannot be read.`);
      return new Blob();
    },
    retry: (key) => void calls.push(`retry ${key}`),
    cancel: (key) => {
      calls.push(`cancel ${key}`);
      show({ phase: 'none' });
    },
    remove: async (key) => {
      calls.push(`remove ${key}`);
      if (!isStuck) show({ phase: 'none' });
      return !isStuck;
    },
    reload: async () => true,
  };
  return { documents, calls, show, failRemoval: () => void (isStuck = true) };
}
