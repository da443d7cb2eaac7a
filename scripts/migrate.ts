import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { parseConfig } from '#server/settings/config.ts';
import { OperationFault } from '#server/operator/operation-fault.ts';
import { loadQuestionnaire } from '#server/settings/questionnaire.ts';
import { CommandFault } from './command/argument-fault.ts';
import { runCommand } from './command/run-command.ts';
import { requestOperation } from './operator/operator-command.ts';
import { partnersFolder, projectRoot, runTool } from './run-tool.ts';

const USAGE = `npm run migrate -- --plan
npm run migrate -- --now

Shows what a change of the questions makes of the drafts, or moves their answers at once and deletes what retired.json
says. The audit trail names who does it: set OPERATOR.`;

/** A server in service has what was compiled, and no compiler. */
const COMPILER = path.join(projectRoot, 'scripts', 'generate.ts');

/**
 * Shows what a change of the questions makes of the drafts, or moves their answers at once. What is compiled may be of an
 * older state of the files, so it is brought up to date first.
 *
 * @throws OperationFault with what is wrong with the files
 */
async function planOrMigrate(): Promise<string> {
  const { values } = parseArgs({
    options: { plan: { type: 'boolean', default: false }, now: { type: 'boolean', default: false } },
  });
  if (values.plan === values.now) throw new CommandFault('Say either --plan or --now.');
  if (existsSync(COMPILER)) compileQuestions();
  const parsed = parseConfig(process.env, partnersFolder);
  const partner = parsed.kind === 'faults' ? 'default' : parsed.config.partner;
  const { definition } = await loadQuestionnaire(path.join(partnersFolder, partner));
  return requestOperation({ kind: 'migrate', mode: values.now ? 'now' : 'plan', definition });
}

/** In a process of its own: the compiler would stay in the memory of this one. @throws OperationFault */
function compileQuestions(): void {
  const { isFine, output } = runTool([COMPILER]);
  if (!isFine) throw new OperationFault(`${output}The questionnaire was not compiled.`);
}

await runCommand(USAGE, planOrMigrate);
