import path from 'node:path';
import { HAPROXY } from '#scripts/ci/debian-packages.ts';
import { projectRoot } from '#scripts/run-tool.ts';
import { Program } from './program.ts';
import type { Member } from './replicated-database.ts';

type Behind = {
  readonly port: number;
  readonly primaryPort: number;
  readonly nodePorts: readonly number[];
  readonly members: readonly Pick<Member, 'port' | 'patroniPort'>[];
};

const NODES = ['ONE', 'TWO', 'THREE', 'FOUR'];
const DATABASES = ['NORTH', 'SOUTH'];

/** Starts HAProxy with `deploy/haproxy.cfg` and the drill's addresses. */
export function startBalancer(folder: string, { port, primaryPort, nodePorts, members }: Behind): Program {
  const nodes = nodePorts.map((each, index) => [`MATRICULA_${NODES[index]}`, `127.0.0.1:${each}`]);
  const databases = members.flatMap((member, index) => [
    [`MATRICULA_${DATABASES[index]}_DATABASE`, `127.0.0.1:${member.port}`],
    [`MATRICULA_${DATABASES[index]}_PATRONI`, String(member.patroniPort)],
  ]);
  const haproxy = new Program('haproxy', folder, {
    program: HAPROXY,
    args: ['-db', '-f', path.join(projectRoot, 'deploy/haproxy.cfg')],
    env: {
      MATRICULA_BIND: `127.0.0.1:${port}`,
      MATRICULA_PRIMARY_BIND: `127.0.0.1:${primaryPort}`,
      MATRICULA_HAPROXY_SOCKET: path.join(folder, 'haproxy.sock'),
      ...Object.fromEntries([...nodes, ...databases]),
    },
  });
  haproxy.start();
  return haproxy;
}
