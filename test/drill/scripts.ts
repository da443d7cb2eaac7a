import {
  allAreCutOff,
  bucketDies,
  chromiumDies,
  clockJumps,
  diskFills,
  type Fault,
  mailServerDies,
  nodeDies,
  nodeIsCutOff,
  poolerDies,
  primaryDies,
  rollOut,
} from './faults.ts';
import type { Script } from './play-script.ts';
import { projectRoot } from '#scripts/run-tool.ts';

/** For every pull request: the likeliest failures. @param newer checkout with a changed form */
export function shortScript(newer: string): Script {
  return {
    students: 120,
    seconds: 90,
    arrivalSeconds: 20,
    thinkMs: 2500,
    least: { signUps: 120, submissions: 60, documents: 15 },
    faults: [
      [0, nodeDies],
      [6, mailServerDies],
      [2, bucketDies],
      [2, poolerDies],
      [6, chromiumDies],
      [1, rollOut('a rolling deploy', newer)],
      [4, primaryDies],
    ],
  };
}

const BEFORE_NODE_S = 10;
const BEFORE_OTHER_S = 12;

/** Ten minutes with every fault. */
export function fullScript(newer: string): Script {
  const others: readonly Fault[] = [
    mailServerDies,
    primaryDies,
    poolerDies,
    bucketDies,
    chromiumDies,
    nodeIsCutOff,
    rollOut('a rolling deploy', newer),
    allAreCutOff,
    primaryDies,
    rollOut('a rollback', projectRoot),
    clockJumps,
    diskFills,
  ];
  return {
    students: 1000,
    seconds: 600,
    arrivalSeconds: 300,
    thinkMs: 8000,
    least: { signUps: 1000, submissions: 500, documents: 100 },
    faults: Array.from({ length: 2 * others.length }, (_, index) => {
      const other = others[Math.floor(index / 2)] ?? nodeDies;
      return index % 2 === 0 ? [BEFORE_NODE_S, nodeDies] : [BEFORE_OTHER_S, other];
    }),
  };
}
