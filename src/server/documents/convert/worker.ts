import { closeNetwork } from './close-network.ts';
import { runWorker } from './run-worker.ts';

// The program of a process that converts: node worker.ts <step> <title>, the file on standard input.
closeNetwork();
const [step = '', title = ''] = process.argv.slice(2);
await runWorker(step, title);
// LibreOffice's threads would keep the process alive.
process.exit(0);
