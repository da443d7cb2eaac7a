import { existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Gauge } from './metrics.ts';

/** A program that reads what strangers send: the older it is, the more of its holes are known. */
type Engine = {
  readonly metric: string;
  readonly title: string;
  /** The npm package that brings it. */
  readonly from: string;
  readonly version: string;
  /** The day of that version. A test holds both against package.json: who raises one raises the other. */
  readonly released: string;
  /** An installed one that is used instead, if any. */
  readonly installed: (env: Env) => string | undefined;
};

type Env = Readonly<Record<string, string | undefined>>;

export const ENGINES: readonly Engine[] = [
  {
    metric: 'matricula_chromium_age_seconds',
    title: 'Chromium',
    from: '@sparticuz/chromium',
    version: '153.0.0',
    released: '2026-09-11',
    installed: (env) => env['CHROMIUM_PATH'],
  },
  {
    metric: 'matricula_libreoffice_age_seconds',
    title: 'LibreOffice',
    from: '@matbee/libreoffice-converter',
    version: '2.7.2',
    released: '2026-07-22',
    installed: (env) => onPath('soffice', env),
  },
];

/** How old the programs are that draw copies and convert documents: an installed one is as old as its file. */
export function engineAges(env: Env, now: () => Date): readonly Gauge[] {
  return ENGINES.map(({ metric, title, released, installed }) => ({
    name: metric,
    help: `Age of the ${title} in use. Update it after 45 days.`,
    read() {
      const file = installed(env);
      const since = file ? statSync(realpathSync(file)).mtime : new Date(released);
      return Math.round((now().getTime() - since.getTime()) / 1000);
    },
  }));
}

function onPath(name: string, env: Env): string | undefined {
  return (env['PATH'] ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));
}
