import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe } from 'vitest';
import { hasEngine } from '#scripts/ci/engines.ts';
import { HAPROXY, NFT, NGINX, PGBOUNCER } from '#scripts/ci/debian-packages.ts';
import { findPostgres } from '#scripts/ci/postgres-cluster.ts';
import { findIsolation } from '#server/sandbox/isolation.ts';
import { hasSchoolData } from '#test/server/lookup/school-data.ts';
import { isFullVolume } from './volume.ts';

/** The PostgreSQL server on which tests can create databases; '' without one. */
export const postgresUrl = process.env['TEST_DATABASE_URL'] ?? '';

/** Folder of PostgreSQL's programs, for tests that start clusters; '' without a test server. */
export const postgresPrograms = postgresUrl ? (findPostgres() ?? '') : '';

/** The malware scanner for tests, as SCANNER_URL names it; '' without one. */
export const scannerUrl = process.env['TEST_SCANNER_URL'] ?? '';

/** The bucket for tests on the S3 server of TEST_S3_ENDPOINT; '' without one. */
export const bucketName = process.env['TEST_S3_BUCKET'] ?? '';

/** Optional services: whether available, and how to provide them. */
const { kind: isolation } = await findIsolation();

const SERVICES = {
  postgres: { isHere: postgresUrl !== '', hint: 'PostgreSQL (TEST_DATABASE_URL)' },
  cluster: { isHere: postgresPrograms !== '', hint: 'the programs of PostgreSQL and TEST_DATABASE_URL' },
  pgbouncer: { isHere: existsSync(PGBOUNCER), hint: 'pgbouncer' },
  bucket: { isHere: bucketName !== '', hint: 'a bucket (TEST_S3_BUCKET)' },
  haproxy: { isHere: existsSync(HAPROXY), hint: 'HAProxy' },
  nginx: { isHere: existsSync(NGINX), hint: 'nginx' },
  firewall: { isHere: hasFirewall(), hint: 'nftables, as root' },
  firefox: { isHere: hasEngine('firefox'), hint: 'Firefox (`.ci/run` installs it)' },
  webkit: { isHere: hasEngine('webkit'), hint: 'WebKitGTK (`.ci/run` installs it)' },
  volume: { isHere: isFullVolume, hint: 'TEST_VOLUME=full' },
  linux: { isHere: process.platform === 'linux', hint: 'Linux' },
  isolation: { isHere: isolation === 'full', hint: 'namespaces of users or root' },
  schools: { isHere: hasSchoolData, hint: 'the official lists of schools (MATRICULA_DATA)' },
  scanner: { isHere: scannerUrl !== '', hint: 'a malware scanner (TEST_SCANNER_URL)' },
};

/** Whether rules can be loaded in a network of their own. */
function hasFirewall(): boolean {
  const rules = { input: 'table inet matricula {}' };
  return existsSync(NFT) && spawnSync('unshare', ['-n', NFT, '-f', '-'], rules).status === 0;
}

type Service = keyof typeof SERVICES;

/** Describes a suite that needs services; skipped with the reason in its title if one is missing. */
export function describeWith(services: readonly Service[], title: string, define: () => void): void {
  const missing = services.map((name) => SERVICES[name]).filter(({ isHere }) => !isHere);
  const reason = missing.length > 0 ? ` [needs ${missing.map(({ hint }) => hint).join(' and ')}]` : '';
  describe.skipIf(missing.length > 0)(`${title}${reason}`, () => {
    define();
  });
}
