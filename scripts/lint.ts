import { parseArgs } from 'node:util';
import { runScript } from './run-script.ts';
import { runTool } from './run-tool.ts';

const USAGE = `npm run lint

Finds faults in the code (oxlint), code that nothing uses (knip), and imports that no area may have.`;

function lint(): void {
  parseArgs();
  const tools = [['oxlint', '--type-aware'], ['knip'], ['scripts/imports.ts']];
  process.exitCode = tools.every((tool) => runTool(tool, { isShown: true }).isFine) ? 0 : 1;
}

await runScript(USAGE, lint);
