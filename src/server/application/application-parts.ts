import type { FastifyBaseLogger } from 'fastify';
import type { FormDefinition, Partner } from '#form/definition/definition.ts';
import type { StandaloneValidator } from '#form/validation/validator-errors.ts';
import type { SchemaOf } from '../http/api-schemas.ts';
import type { WriteLetter } from '../mail/letter.ts';
import type { SessionGuard } from '../sessions/session-guard.ts';
import type { Questionnaire } from '../settings/questionnaire.ts';
import type { Randomness } from '../http/secret-token.ts';
import type { AuditTrail } from '../audit/audit-trail.ts';
import type { Database } from '../storage/database.ts';
import type { DiscardFiles } from '../storage/file-store.ts';
import type { RunPrepared } from '../storage/prepared-statements.ts';
import type { ServerSecret } from '#server/storage/server-secret.ts';
import type { JobQueue } from '../jobs/jobs.ts';

/** What the application's routes work with; the app hands it to them. */
export type ApplicationParts = {
  readonly db: Database;
  /** Runs prepared statements on the same database. */
  readonly runPrepared: RunPrepared;
  readonly discard: DiscardFiles;
  readonly guard: SessionGuard;
  readonly jobs: JobQueue;
  readonly audit: AuditTrail;
  readonly clock: () => Date;
  readonly random: Randomness;
  readonly definition: FormDefinition;
  /** The settings of the partner. */
  readonly partner: Partner;
  /** All that is compiled in the words of who reads the answer; what is stored is in those of `definition`. */
  readonly asRead: () => Questionnaire;
  /** Page id → its compiled rules, the same that the page runs. */
  readonly validators: Readonly<Record<string, StandaloneValidator>>;
  readonly schemaOf: SchemaOf;
  readonly log: FastifyBaseLogger;
  /** The server's own. */
  readonly secret: ServerSecret;
  /** Signs as the institution. */
  readonly writeLetter: WriteLetter;
};
