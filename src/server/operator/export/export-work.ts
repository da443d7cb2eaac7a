import type { OperationParts } from '../operation-parts.ts';
import type { ExportFolder } from './export-folder.ts';
import type { SubmittedApplication } from './submitted-application.ts';

/** What became of an application: `there` is what an earlier run has written. */
export type Outcome = 'written' | 'there' | 'failed';

/** Applications on their way into a folder. */
export type ExportWork = {
  readonly parts: OperationParts;
  readonly folder: ExportFolder;
  readonly applications: AsyncGenerator<SubmittedApplication>;
  /** Called once for each application. */
  readonly count: (outcome: Outcome) => void;
};

/** @param make gives undefined when the content cannot be had */
export async function writeOnce(
  folder: ExportFolder,
  name: string,
  fingerprint: string,
  make: () => Promise<string | Uint8Array | undefined>,
): Promise<Outcome> {
  if (await folder.has(name, fingerprint)) return 'there';
  const content = await make();
  if (content === undefined) return 'failed';
  await folder.write(name, fingerprint, content);
  return 'written';
}
