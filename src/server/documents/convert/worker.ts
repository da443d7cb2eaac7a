import { closeNetwork } from './close-network.ts';
import { TITLE_VARIABLE } from './conversion.ts';
import { runWorker } from './run-worker.ts';

// The program of a process that converts: node worker.ts <step>, the file on standard input, its title beside.
closeNetwork();
const [step = ''] = process.argv.slice(2);
await runWorker(step, process.env[TITLE_VARIABLE] ?? '');
// LibreOffice's threads would keep the process alive.
process.exit(0);
