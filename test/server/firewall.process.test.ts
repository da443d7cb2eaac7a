import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#scripts/run-tool.ts';
import { HAPROXY } from '#scripts/ci/debian-packages.ts';
import { describeWith } from '#test/support/services.ts';
import { suiteFolder } from '#test/support/temporary-folder.ts';

/** A machine's addresses: the server's, two of a client's /64, four others of its /48, and another's. */
const SITE = Array.from({ length: 4 }, (_none, at) => `fd00:0:0:${at + 1}::2`);
const ADDRESSES = ['fd00::1', 'fd00::2', 'fd00::3', ...SITE, 'fd00:0:1::2'];

/** Opens connections that stay open, and prints how many of each address are answered. Its argument: the server's port. */
const OPENS_CONNECTIONS = `
  import { createServer } from 'node:http';
  import { connect } from 'node:net';
  const open = (host, localAddress) => new Promise((done) => {
    const socket = connect({ host, port: 443, localAddress }, () => socket.write('GET / HTTP/1.1\\r\\nhost: a\\r\\n\\r\\n'));
    socket.on('data', () => done(1)).on('error', () => done(0)).on('close', () => done(0));
  });
  const openMany = async (host, from) => {
    let accepted = 0;
    for (let count = 0; count < 520; count += 1) accepted += await open(host, from[count % from.length]);
    return accepted;
  };
  const server = createServer({ keepAliveTimeout: 0 }, (_call, answer) => answer.end('"ok"'));
  server.listen(Number(process.argv[1]), '::', async () => {
    while (!(await open('127.0.0.1', '127.0.0.4')));
    const address = await openMany('127.0.0.1', ['127.0.0.2']);
    const network = await openMany('fd00::1', ['fd00::2', 'fd00::3']);
    let site = network;
    for (const from of ${JSON.stringify(SITE)}) site += await openMany('fd00::1', [from]);
    const others = [await open('127.0.0.1', '127.0.0.3'), await open('fd00::1', 'fd00:0:1::2')];
    console.log(JSON.stringify({ address, network, site, others }));
    process.exit();
  });
`;

describeWith(['firewall', 'haproxy'], 'Connections', () => {
  const folder = suiteFolder();

  test.each([
    ['firewall.nft', 443, 'nft -f deploy/firewall.nft'],
    ['haproxy.cfg', 3000, `${HAPROXY} -db -f deploy/haproxy.cfg >/dev/null 2>&1 & trap "kill $!" EXIT`],
  ])('of %s: 500 of an address or a /64, 2,000 of a /48, and those of others', (_file, port, start) => {
    const commands = [
      'ip link set lo up',
      ...ADDRESSES.map((address) => `ip -6 addr add ${address}/128 dev lo nodad`),
      start,
      `"$0" --input-type=module -e "$1" ${port}`,
    ];
    const program = ['sh', '-ec', commands.join('\n'), process.execPath, OPENS_CONNECTIONS];
    const env = {
      ...process.env,
      MATRICULA_BIND: ':::443',
      MATRICULA_ONE: '127.0.0.1:3000',
      MATRICULA_HAPROXY_SOCKET: join(folder, 'haproxy.sock'),
    };
    const printed = execFileSync('unshare', ['-n', ...program], { cwd: projectRoot, encoding: 'utf8', env });
    expect(JSON.parse(printed)).toEqual({ address: 500, network: 500, site: 2000, others: [1, 1] });
  });
});
