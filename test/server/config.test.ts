import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseConfig } from '#server/settings/config.ts';
import { suiteFolder } from '#test/support/temporary-folder.ts';

describe('the environment', () => {
  const partners = suiteFolder();
  beforeAll(() => {
    for (const partner of ['default', 'lakeside']) {
      mkdirSync(path.join(partners, partner));
      writeFileSync(path.join(partners, partner, 'form.json'), '{}');
    }
  });

  test('can be empty', () => {
    expect(parseConfig({}, partners)).toEqual({
      kind: 'config',
      config: {
        port: 3000,
        host: '127.0.0.1',
        publicUrl: undefined,
        dataDir: path.resolve('var'),
        databaseUrl: undefined,
        databaseDirectUrl: undefined,
        storage: undefined,
        dataKeys: [],
        smtpUrl: undefined,
        smtpTls: undefined,
        smtpConnections: 4,
        smtpRate: undefined,
        mailFrom: 'no-reply@localhost',
        partner: 'default',
        cookiePrefix: 'matricula',
        trustProxy: false,
        logLevel: 'info',
        metricsPort: undefined,
        metricsHost: '127.0.0.1',
        tracesTo: undefined,
        tracedShare: 1,
        mailboxPort: undefined,
        address: undefined,
        scanner: undefined,
      },
    });
  });

  test('is read as a whole', () => {
    const environment = {
      PORT: '8080',
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://apply.example.edu/',
      DATA_DIR: '/srv/matricula',
      DATABASE_URL: 'postgres://me:secret@db:5432/matricula',
      STORAGE_URL: 's3://documents',
      S3_ENDPOINT: 'http://files:9000/',
      S3_REGION: 'us-west-2',
      SMTP_URL: 'smtp://mail:587',
      SMTP_CONNECTIONS: '8',
      SMTP_RATE: '14',
      MAIL_FROM: 'Admissions <apply@example.edu>',
      PARTNER: 'lakeside',
      COOKIE_PREFIX: 'lake',
      TRUST_PROXY: '10.0.0.0/8, 127.0.0.1',
      LOG_LEVEL: 'warn',
      METRICS_PORT: '9464',
      METRICS_HOST: '10.0.0.11',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
      OTEL_TRACES_SAMPLER_ARG: '0.05',
      MAILBOX_PORT: 'off',
    };
    expect(parseConfig(environment, partners)).toMatchObject({
      kind: 'config',
      config: {
        port: 8080,
        publicUrl: 'https://apply.example.edu',
        storage: { bucket: 'documents', endpoint: 'http://files:9000', region: 'us-west-2' },
        smtpConnections: 8,
        smtpRate: 14,
        partner: 'lakeside',
        trustProxy: ['10.0.0.0/8', '127.0.0.1'],
        logLevel: 'warn',
        metricsPort: 9464,
        metricsHost: '10.0.0.11',
        tracesTo: 'http://collector:4318',
        tracedShare: 0.05,
        mailboxPort: 'off',
      },
    });
  });

  test('reports all errors at once', () => {
    const environment = {
      PUBLIC_URL: 'https://example.edu/apply',
      PORT: '70000',
      DATABASE_URL: 'mysql://me:secret@db/matricula',
      DATABASE_DIRECT_URL: 'db',
      STORAGE_URL: '/srv/files',
      SMTP_TLS: 'maybe',
      SMTP_CONNECTIONS: '0',
      SMTP_RATE: 'slow',
      PARTNER: '../other',
      COOKIE_PREFIX: 'a b',
      TRUST_PROXY: 'everybody',
      LOG_LEVEL: 'loud',
      METRICS_PORT: 'on',
      MAILBOX_PORT: 'on',
      ADDRESS_URL: 'https://photon.example.edu',
      SCANNER_URL: 'https://scanner.example.edu',
      SMTP_URL: 'smtp://mail',
    };
    const parsed = parseConfig(environment, partners);
    const faults = parsed.kind === 'faults' ? parsed.faults : [];
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual(Object.keys(environment));
    expect(faults.every((fault) => fault.endsWith('.'))).toBe(true);
  });

  test('does not report the password of an invalid URL', () => {
    const parsed = parseConfig({ DATABASE_URL: 'mysql://me:secret@db/matricula' }, partners);
    expect(JSON.stringify(parsed)).not.toContain('secret');
  });

  test('requires DATABASE_URL with DATABASE_DIRECT_URL', () => {
    const parsed = parseConfig({ DATABASE_DIRECT_URL: 'postgres://db/form' }, partners);
    expect(parsed).toMatchObject({ faults: [expect.stringContaining('DATABASE_URL is missing')] });
  });

  test.each([
    ['tcp://clamd:3311', { host: 'clamd', port: 3311 }],
    ['tcp://[::1]', { host: '::1', port: 3310 }],
    ['unix:/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ])('SCANNER_URL %j sets the malware scanner', (SCANNER_URL, scanner) => {
    expect(parseConfig({ SCANNER_URL }, partners)).toMatchObject({ config: { scanner } });
  });

  const smartyKey = { SMARTY_AUTH_ID: 'id', SMARTY_AUTH_TOKEN: 'token' };
  test.each([
    ['photon://photon:2322', {}, { kind: 'photon', url: 'http://photon:2322/api' }],
    ['photon+https://maps.example.edu/osm/', {}, { kind: 'photon', url: 'https://maps.example.edu/osm/api' }],
    ['smarty:', smartyKey, { kind: 'smarty', authId: 'id', authToken: 'token' }],
  ])('ADDRESS_URL %j sets the address service', (ADDRESS_URL, key, address) => {
    expect(parseConfig({ ADDRESS_URL, ...key }, partners)).toMatchObject({ config: { address } });
  });

  test.each([
    ['smarty:', 'it must be smarty: with SMARTY_AUTH_ID and SMARTY_AUTH_TOKEN'],
    ['photon://', 'or the address of a Photon server'],
    ['photon://me:hunter2@photon', 'it must be smarty:'],
    ['http://photon:2322', 'it must be smarty:'],
  ])('ADDRESS_URL %j is rejected with a reason', (ADDRESS_URL, sentence) => {
    const { faults } = { faults: [], ...parseConfig({ ADDRESS_URL, SMARTY_AUTH_ID: 'id' }, partners) };
    expect(faults).toEqual([expect.stringContaining(sentence)]);
    expect(faults.join('')).not.toContain('hunter2');
  });

  test.each([
    ['off', false],
    ['', false],
    ['2', 2],
  ])('TRUST_PROXY %j means %j', (value, trustProxy) => {
    expect(parseConfig({ TRUST_PROXY: value }, partners)).toMatchObject({ config: { trustProxy } });
  });
});
