const OTHERS = ['count-answers', 'count-uses', 'list-lookups', 'import-lookup', 'keep-files'];

/** Whether an operation shows, or changes, what belongs to students: then the audit trail names who asked for it. */
export function concernsStudents(operation: { readonly kind: string; readonly mode?: string }): boolean {
  return operation.mode !== 'plan' && !OTHERS.includes(operation.kind);
}
