/** Kinds of events in the audit trail. */
export const AUDIT_KINDS = [
  ...(['signup', 'confirm', 'resend', 'login', 'logout', 'forgot', 'reset', 'session-ended'] as const),
  ...([
    'submit',
    'export',
    'backup',
    'restore',
    'delete',
    'next-application',
    'prefill',
    'service-view',
    'operator-view',
  ] as const),
  ...(['upload', 'conversion', 'document-deleted', 'pdf-copy', 'moved', 'secret-rotated'] as const),
  ...(['password-changed', 'passkey-added', 'passkey-removed'] as const),
  ...(['email-asked', 'email-planned', 'email-canceled', 'email-changed'] as const),
  ...(['deletion-asked', 'deletion-withdrawn', 'throttled', 'many-failures', 'reminders'] as const),
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];
