import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseConfig } from '#server/settings/config.ts';
import { partnersFolder, projectRoot } from '#scripts/run-tool.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** Runs only where systemd is installed. */
const analyzers = ['/usr/bin/systemd-analyze'].filter((file) => existsSync(file));

const textOf = (name: string): string => readFileSync(path.join(projectRoot, 'deploy', name), 'utf8');
const [environment, dockerfile, unit] = ['environment', 'Dockerfile', 'matricula.service'].map(textOf);
/** Unit files for systemd-analyze. */
const UNITS = [
  'matricula.service',
  'matricula@.service',
  'matricula-backup.service',
  'matricula-backup.timer',
];
const compose: Readonly<Record<'server' | 'database', Service>> = parse(textOf('compose.yaml')).services;
type Service = {
  readonly environment: Readonly<Record<string, string>>;
  readonly ports: readonly string[];
  readonly volumes: readonly string[];
  readonly stop_grace_period: string;
};

const guide = readFileSync(path.join(projectRoot, 'docs/operating.md'), 'utf8');
/** First column of the settings table. */
const documented = new Set(
  [...guide.matchAll(/^\| ((?:`[A-Z0-9_]+`(?:, )?)+) +\|/gm)]
    .flatMap(([, names = '']) => [...names.matchAll(/[A-Z0-9_]+/g)])
    .map(([name]) => name),
);
/** Documented in the line of STORAGE_URL. */
const OF_STORAGE = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];

/** Including commented-out lines. */
const exampleSettings = parseEnv((environment ?? '').replaceAll(/^#(?=[A-Z0-9_]+=)/gm, ''));
/** Values for Docker's `${NAME:?}`. */
const dockerValues = {
  DATABASE_PASSWORD: 'x',
  PUBLIC_URL: 'https://apply.example.edu',
  SMTP_URL: 'smtp://mail:587',
};
const inContainer = Object.fromEntries(
  Object.entries({ ...imageSettings(), ...compose.server.environment }).map(([name, value]) => [
    name,
    value.replaceAll(/\$\{(\w+):\?\}/g, (_all, each: string) => settingOf(each)),
  ]),
);

function settingOf(name: string): string {
  const others: Readonly<Record<string, string>> = {
    ...dockerValues,
    MAIL_FROM: 'a@example.edu',
    DATA_KEY: key(),
  };
  return others[name] ?? '';
}

function key(): string {
  return Buffer.alloc(32).toString('base64');
}

/** ENV of the image. */
function imageSettings(): Readonly<Record<string, string>> {
  const [, words = ''] = /^ENV (.*)$/m.exec(dockerfile ?? '') ?? [];
  return Object.fromEntries(
    words.split(' ').map((word) => [word.split('=')[0] ?? '', word.split('=')[1] ?? '']),
  );
}

describe.each([
  ['deploy/environment', { ...exampleSettings, DATA_KEY: key() }],
  ['deploy/compose.yaml on the image of deploy/Dockerfile', inContainer],
])('%s', (_name, settings) => {
  test('contains documented variables only', () => {
    expect(Object.keys(settings).filter((name) => ![...documented, ...OF_STORAGE].includes(name))).toEqual(
      [],
    );
  });

  test('is an environment in which a server starts', () => {
    expect(parseConfig(settings, partnersFolder)).toMatchObject({ kind: 'config' });
  });
});

test('the image contains the archive of npm run package, and runs its files', () => {
  const command = readFileSync(path.join(projectRoot, 'scripts/package.ts'), 'utf8');
  expect(command).toContain('`${NAME}-${process.platform}-${process.arch}.tar.xz`');
  expect(dockerfile).toContain('\nADD var/package/matricula-linux-x64.tar.xz /opt/\n');
  expect(dockerfile).toContain('\nENTRYPOINT ["/opt/matricula/matricula"]\nCMD ["start"]\n');
  expect(dockerfile).toContain('"/opt/matricula/node_modules/.bin/node"');
});

test("the container publishes the image's port, and keeps its data folder", () => {
  const { PORT = '', DATA_DIR = '' } = imageSettings();
  expect(dockerfile).toContain(`\nEXPOSE ${PORT}\nVOLUME ${DATA_DIR}\n`);
  expect(compose.server.ports).toEqual([`127.0.0.1:${PORT}:${PORT}`]);
  expect(compose.server.volumes).toContain(`files:${DATA_DIR}`);
  expect(inContainer['DATABASE_URL']).toBe(
    `postgres://${compose.database.environment['POSTGRES_USER']}:x@database/${compose.database.environment['POSTGRES_DB']}`,
  );
});

const IMAGES = { Dockerfile: 'debian:bookworm-slim', 'compose.yaml': 'postgres:15' };

test('images are pinned by digest, or the command of the guide pins them again and again', () => {
  const [command = ''] = /^for image in [^]*?^done$/m.exec(guide) ?? [];
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'deploy'));
  for (const [name, image] of Object.entries(IMAGES)) {
    expect(textOf(name)).toMatch(new RegExp(`^(FROM|    image:) ${image}(@sha256:[0-9a-f]{64})?$`, 'm'));
    writeFileSync(path.join(folder, 'deploy', name), textOf(name));
  }
  for (const digit of ['a', 'b']) {
    const digest = `sha256:${digit.repeat(64)}`;
    const docker = `#!/bin/sh\n[ "$1" = pull ] || echo "registry.example/name@${digest}"\n`;
    writeFileSync(path.join(folder, 'docker'), docker, { mode: 0o700 });
    execFileSync('sh', ['-c', command], { cwd: folder, env: { PATH: `${folder}:${process.env['PATH']}` } });
    for (const [name, image] of Object.entries(IMAGES))
      expect(readFileSync(path.join(folder, 'deploy', name), 'utf8')).toContain(` ${image}@${digest}\n`);
  }
});

test('every supervisor allows the server its stop time', () => {
  const main = readFileSync(path.join(projectRoot, 'src/server/start/main.ts'), 'utf8');
  const longest = Number(/STOP_LIMIT_MS = (\S+);/.exec(main)?.[1]?.replaceAll('_', '')) / 1000;
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit ?? '')?.[1])).toBeGreaterThan(longest);
  expect(Number.parseInt(compose.server.stop_grace_period, 10)).toBeGreaterThan(longest);
});

test('the unit runs the package with the environment, and keeps its data folder', () => {
  expect(unit).toContain('\nExecStart=/opt/matricula/matricula start\n');
  expect(unit).toContain('\nEnvironmentFile=/etc/matricula/environment\n');
  expect(exampleSettings['DATA_DIR']).toBe(`/var/lib/${/^StateDirectory=(.*)$/m.exec(unit ?? '')?.[1]}`);
});

/** Settings of a unit, without its name and environment. */
function guardsIn(text: string): readonly string[] | null {
  return text.replaceAll('/%i', '').match(/^(?!Description|Environment)\w+=.*$/gm);
}

test('the template unit has the same restrictions, with separate folders', () => {
  const template = textOf('matricula@.service');
  expect(guardsIn(template)).toEqual(guardsIn(unit ?? ''));
  expect(template).toContain(
    '\nEnvironmentFile=/etc/matricula/environment\nEnvironmentFile=/etc/matricula/%i\n',
  );
  expect(template).toContain('\nStateDirectory=matricula/%i\n');
});

test("the nightly backup uses the server's environment and a package command", () => {
  const backup = textOf('matricula-backup.service');
  expect(backup).toContain('\nEnvironmentFile=/etc/matricula/environment\n');
  expect(backup).toContain("'exec /opt/matricula/matricula backup --to ");
});

test.each(analyzers)("%s accepts the units, and rates the server's exposure as low", (analyzer) => {
  const folder = temporaryFolder();
  const files = UNITS.map((name) => path.join(folder, name));
  for (const [at, name] of UNITS.entries()) {
    // The package is not installed on the test machine.
    const text = textOf(name).replaceAll(/^ExecStart=.*$/gm, 'ExecStart=/bin/true');
    writeFileSync(files[at] ?? '', text);
  }
  const analyze = (...args: readonly string[]) =>
    execFileSync(analyzer, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  expect(analyze('verify', ...files)).toBe('');
  expect(analyze('security', '--offline=true', '--threshold=30', files[0] ?? '')).toContain('OK');
});
