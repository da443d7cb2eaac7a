/** Files that import each other in a circle, types included, each circle with its reason. Others are forbidden. */
export const CIRCLES: readonly { readonly files: readonly string[]; readonly why: string }[] = [
  {
    files: ['src/client/ui/dialog/AnchoredPanel.tsx', 'src/client/ui/dialog/Popover.tsx'],
    why: 'types: what is loaded later has the props of what loads it',
  },
  {
    files: ['src/client/ui/dialog/Dialog.tsx', 'src/client/ui/dialog/ModalDialog.tsx'],
    why: 'types: what is loaded later has the props of what loads it',
  },
  {
    files: ['src/server/lookup/search-thread.ts', 'src/server/lookup/search-worker.ts'],
    why: 'types: a worker answers the calls of the thread that starts it',
  },
  {
    files: ['src/server/limits/limit-steps.ts', 'src/server/limits/limits.ts'],
    why: 'types: the statement of a limit counts by its rates',
  },
];
