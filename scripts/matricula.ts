import { runCommandLine } from './matricula/command-line.ts';

/** Operator commands: `npm run matricula -- <command>` in a checkout, `matricula <command>` in a package. */
if (import.meta.main) await runCommandLine(process.argv.slice(2));
