import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '#scripts/dev/free-port.ts';
import { projectRoot } from '#scripts/run-tool.ts';
import { putEmptyDatabase } from '#test/server/empty-database.ts';
import { copyProject } from './project-copy.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** A server whose form changes while students use it. */
export type ChangingForm = {
  readonly server: () => TestServer;
  /** Serves another version of the form, at the same address with the same data. */
  readonly change: (edit: FormEdit) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Edits to files of schemas/, by relative path. */
export type FormEdit = Readonly<Record<string, (text: string) => string>>;

/**
 * @param form folder of the questionnaire, with the project's engine texts
 * @param first initial version of the form
 */
export async function startChangingForm(form: string, first: FormEdit): Promise<ChangingForm> {
  const project = copyProject(form);
  symlinkSync(path.join(projectRoot, 'node_modules'), path.join(project, 'node_modules'), 'junction');
  const [dataDir, port] = [path.join(project, 'var'), await freePort()];
  await putEmptyDatabase(dataDir);
  const serve = (edit: FormEdit): Promise<TestServer> => {
    buildForm(project, form, edit);
    return startTestServer({ project, dataDir, port, env: { MAILBOX_PORT: 'off' } });
  };
  let server = await serve(first);
  return {
    server: () => server,
    change: async (edit) => {
      await server.stop();
      server = await serve(edit);
    },
    stop: async () => {
      await server.stop();
      rmSync(project, { recursive: true, force: true });
    },
  };
}

function buildForm(project: string, form: string, edit: FormEdit): void {
  const schemas = path.join(project, 'schemas');
  cpSync(form, schemas, { recursive: true });
  for (const [name, rewrite] of Object.entries(edit)) {
    const file = path.join(schemas, name);
    writeFileSync(file, rewrite(readFileSync(file, 'utf8')));
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/build.ts'], {
    cwd: project,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stdout + stderr);
}
