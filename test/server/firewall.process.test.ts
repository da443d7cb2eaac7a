import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { projectRoot } from '#scripts/run-tool.ts';
import { describeWith } from '#test/support/services.ts';

/** A machine's addresses: the server's, two of a client's /64, and one of another's. */
const ADDRESSES = ['fd00::1', 'fd00::2', 'fd00::3', 'fd00:0:0:1::2'];

/** Opens connections that send nothing, and prints how many of each address are accepted. */
const OPENS_CONNECTIONS = `
  import { connect, createServer } from 'node:net';
  const open = (host, localAddress) => new Promise((done) => {
    connect({ host, port: 443, localAddress }, () => done(1)).on('error', () => done(0));
  });
  const openMany = async (host, from) => {
    let accepted = 0;
    for (let count = 0; count < 520; count += 1) accepted += await open(host, from[count % from.length]);
    return accepted;
  };
  createServer().listen(443, '::', async () => {
    const address = await openMany('127.0.0.1', ['127.0.0.2']);
    const network = await openMany('fd00::1', ['fd00::2', 'fd00::3']);
    const others = [await open('127.0.0.1', '127.0.0.3'), await open('fd00::1', 'fd00:0:0:1::2')];
    console.log(JSON.stringify({ address, network, others }));
    process.exit();
  });
`;

describeWith(['firewall'], 'nftables with deploy/firewall.nft', () => {
  test('accepts 500 connections of an address or a /64, and those of others', () => {
    const commands = [
      'ip link set lo up',
      ...ADDRESSES.map((address) => `ip -6 addr add ${address}/128 dev lo nodad`),
      'nft -f deploy/firewall.nft',
      'exec "$0" --input-type=module -e "$1"',
    ];
    const program = ['sh', '-ec', commands.join('\n'), process.execPath, OPENS_CONNECTIONS];
    const printed = execFileSync('unshare', ['-n', ...program], { cwd: projectRoot, encoding: 'utf8' });
    expect(JSON.parse(printed)).toEqual({ address: 500, network: 500, others: [1, 1] });
  });
});
