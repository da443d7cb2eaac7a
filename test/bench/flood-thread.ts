import { connect } from 'node:net';
import { workerData } from 'node:worker_threads';
import { FLOOD_CONNECTIONS, FLOODS, type Flood, type FloodAim } from './floods.ts';

export type FloodTask = FloodAim & { readonly flood: string };

/** Time before an upload is aborted, in milliseconds. */
const BREAK_OFF_MS = 100;
const DRIP_MS = 1000;

/** Floods until the thread ends; reopens closed connections. */
function runFlood(flood: Flood, aim: FloodAim): void {
  let count = 0;
  for (let connection = 0; connection < FLOOD_CONNECTIONS; connection += 1) open();

  function open(): void {
    const socket = connect({ port: aim.port, host: '127.0.0.1', localAddress: aim.address });
    const send = (): void => {
      count += 1;
      socket.write(flood.bytes(aim, count));
    };
    socket.once('connect', send);
    if (flood.after === 'waits for the answer') socket.on('data', (answer) => isAnswer(answer) && send());
    else socket.resume();
    const timer = afterwards(
      () => socket.destroy(),
      () => void socket.write('x'),
    );
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearTimeout(timer);
      open();
    });
  }

  function afterwards(end: () => void, drip: () => void): NodeJS.Timeout | undefined {
    if (flood.after === 'breaks off') return setTimeout(end, BREAK_OFF_MS);
    return flood.after === 'waits for the answer' ? undefined : setInterval(drip, DRIP_MS);
  }
}

/** Whether the bytes begin a response. */
function isAnswer(bytes: Buffer | string): boolean {
  return bytes.toString('latin1', 0, 5) === 'HTTP/';
}

const { flood, ...aim }: FloodTask = workerData;
const selected = FLOODS[flood];
if (selected) runFlood(selected, aim);
