import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** A session with its source address. */
type KneeStudent = { readonly token: string; readonly address: string };

/** Students who save at a fixed interval, with random offsets, for some seconds. */
export type KneeTask = {
  readonly port: number;
  readonly students: readonly KneeStudent[];
  /** Key of a free-text question. */
  readonly key: string;
  readonly everyMs: number;
  readonly rounds: number;
};

/** Result: latencies in milliseconds from the scheduled time, and numbers of refused and failed saves. */
export type KneeSaves = {
  readonly times: readonly number[];
  readonly refused: number;
  readonly broken: number;
};

const ANSWERED_WITHIN_MS = 10_000;

/** Uses one connection per student, like browsers. */
async function saveAll({ port, students, key, everyMs, rounds }: KneeTask): Promise<KneeSaves> {
  const times: number[] = [];
  let [refused, broken] = [0, 0];
  const begun = performance.now();
  const student = async (who: KneeStudent, at: number): Promise<void> => {
    const save = openConnection(port);
    for (let round = 0; round < rounds; round += 1) {
      const due = begun + (round + at / students.length) * everyMs;
      await delay(Math.max(0, due - performance.now()));
      const status = await save(saveRequest(who, { [key]: `Sample ${round} at ${due}` }));
      if (status === 200) times.push(performance.now() - due);
      else if (status === undefined) broken += 1;
      else refused += 1;
    }
  };
  await Promise.all(students.map(student));
  return { times, refused, broken };
}

/** Returns a function that sends a request and resolves with its status; undefined if there is no response. */
function openConnection(port: number): (request: string) => Promise<number | undefined> {
  const socket = connect(port, '127.0.0.1');
  let onAnswer: ((status?: number) => void) | undefined;
  socket.on('data', (bytes) => onAnswer?.(Number(bytes.toString('latin1', 9, 12))));
  socket.on('error', () => undefined);
  socket.on('close', () => onAnswer?.());
  socket.setTimeout(ANSWERED_WITHIN_MS, () => onAnswer?.());
  return (request) =>
    new Promise((resolve) => {
      onAnswer = resolve;
      if (socket.destroyed) resolve(undefined);
      else socket.write(request);
    });
}

function saveRequest({ token, address }: KneeStudent, answer: Readonly<Record<string, string>>): string {
  const body = JSON.stringify({ answer });
  const head = [
    'PUT /api/answer HTTP/1.1',
    'host: localhost',
    `x-forwarded-for: ${address}`,
    'content-type: application/json',
    'sec-fetch-site: same-origin',
    `cookie: matricula_session=${token}`,
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

const answer = await saveAll(workerData);
parentPort?.postMessage(answer, []);
