import { parseArgs } from 'node:util';
import { runScript } from './run-script.ts';
import { runTool } from './run-tool.ts';

const USAGE = `npm run lint

Finds faults in the code (oxlint), code that nothing uses (knip), and imports that no area may have.`;

async function lint(): Promise<void> {
  parseArgs();
  const tools = [['oxlint', '--type-aware'], ['knip'], ['scripts/imports.ts']];
  for (const tool of tools) {
    const { isFine } = await runTool(tool, { isShown: true });
    if (!isFine) process.exitCode = 1;
  }
}

await runScript(USAGE, lint);
