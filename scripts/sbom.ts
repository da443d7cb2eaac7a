import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runScript } from './command/run-command.ts';
import { projectRoot } from './run-tool.ts';

const USAGE = `npm run sbom

Writes all packages of a server in service as CycloneDX to sbom.json.`;

const MOST_BYTES = 64 * 1024 * 1024;
const COMMAND = ['sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx'];

function writeSbom(): void {
  parseArgs();
  const shell = process.platform === 'win32';
  writeFileSync(
    'sbom.json',
    execFileSync('npm', COMMAND, { cwd: projectRoot, shell, maxBuffer: MOST_BYTES }),
  );
}

await runScript(USAGE, writeSbom);
