import { createAccountServices, type AccountServices } from '../accounts/account-services.ts';
import { convertDocument } from '../documents/convert/convert-document.ts';
import { createSchoolDirectories, type SchoolDirectories } from '../lookup/school-directories.ts';
import { createRenderer, type Renderer } from '../pdf/render/renderer.ts';
import { createServiceToken } from '../service/service-token-store.ts';
import type { AppOptions, CoreServices } from './core-services.ts';

/** Everything that routes and jobs work with, built once for each application. */
export type Services = CoreServices &
  AccountServices & {
    /** Makes a PDF of a file; never throws for what is in it. */
    readonly convert: NonNullable<AppOptions['convert']>;
    readonly directories: SchoolDirectories;
    readonly renderer: Renderer;
    /** Creates a token that opens the service view of a student for some minutes. */
    readonly createRenderToken: (studentId: string) => Promise<string>;
  };

/** A render job is done sooner, or never. */
const RENDER_TOKEN_MS = 5 * 60_000;

/** Builds the services of all areas from the core services. */
export async function createServices(core: CoreServices, options: AppOptions): Promise<Services> {
  const { onFault, questionnaire, steadyClock } = core;
  return {
    ...core,
    ...(await createAccountServices(core, options.hasher)),
    convert: options.convert ?? convertDocument,
    directories:
      options.directories ??
      createSchoolDirectories({ db: core.db, clock: steadyClock, onFault, questionnaire }),
    renderer: options.renderer ?? createRenderer({ env: process.env }),
    async createRenderToken(studentId) {
      const token = { studentId, purpose: 'render', lifeMs: RENDER_TOKEN_MS } as const;
      return (await createServiceToken(core, token)).token;
    },
  };
}
