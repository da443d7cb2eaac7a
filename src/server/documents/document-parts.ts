import type { FormDefinition } from '#form/definition/definition.ts';
import type { SchemaOf } from '../http/api-schemas.ts';
import type { ClientLimits } from '../limits/client-limits.ts';
import type { SessionGuard } from '../sessions/session-guard.ts';
import type { Randomness } from '../http/secret-token.ts';
import type { AuditTrail } from '../audit/audit-trail.ts';
import type { Database } from '../storage/database.ts';
import type { DiscardFiles, FileStore } from '../storage/file-store.ts';
import type { JobQueue } from '../jobs/jobs.ts';
import type { Limits } from '../limits/limits.ts';

/** What the calls of documents work with; the app hands it to them. */
export type DocumentParts = {
  readonly db: Database;
  readonly files: FileStore;
  readonly discard: DiscardFiles;
  readonly jobs: JobQueue;
  readonly audit: AuditTrail;
  readonly limits: Limits;
  readonly clientLimits: ClientLimits;
  readonly guard: SessionGuard;
  readonly clock: () => Date;
  readonly random: Randomness;
  readonly definition: FormDefinition;
  readonly schemaOf: SchemaOf;
  /** Looks at the first bytes of a file. @throws FileFault with a sentence when it is none of the allowed kinds */
  readonly checkKind: (bytes: Buffer, fileName: string) => unknown;
};
