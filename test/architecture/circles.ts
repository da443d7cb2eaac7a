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
    files: ['src/client/saving/autosave-state.ts', 'src/client/saving/form-changes.ts'],
    why: 'types: conflicts are found between changes, and the state holds them',
  },
  {
    files: ['src/client/questionnaire/form-scope.ts', 'src/client/questionnaire/form-scope.ts'],
    why: 'types: a layout is a tree, and its parts draw the nodes within them',
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
