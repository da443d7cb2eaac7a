import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildOrPrintError } from './build.ts';
import { UsageError, runScript } from './run-script.ts';
import { checkAdvisories, writeSbom } from './package/supply-chain.ts';
import { megabytesOf, packInto, writePackage } from './package/write-package.ts';
import { projectRoot } from './run-tool.ts';

const USAGE = `npm run package
npm run package -- --out <folder>
npm run package -- --sbom
npm run package -- --advisories

Builds, and packs all that a server in service needs into var/package: Node, the packages that it loads, the built page and
the commands of the operator, for machines like this one. With --out, writes it unpacked into a new folder instead. Where
it is unpacked nothing is installed or built: "./matricula start" runs it. --sbom writes only sbom.json, all packages of it
as CycloneDX. --advisories only requests known vulnerabilities in them from the registry: ends with 1 where one is high or
critical, with 2 where the registry does not answer.`;

const FOLDER = path.join(projectRoot, 'var', 'package');
/** Name of the folder in the archive. */
const NAME = 'matricula';

/** Writes the deployable package, as a folder or an archive. */
async function makePackage(): Promise<void> {
  const { values } = parseArgs({
    options: {
      out: { type: 'string' },
      sbom: { type: 'boolean', default: false },
      advisories: { type: 'boolean', default: false },
    },
  });
  if (values.sbom) writeSbom('sbom.json');
  if (values.advisories) {
    const { code, sentence } = checkAdvisories();
    console.log(sentence);
    process.exitCode = code;
  }
  if (values.sbom || values.advisories) return;
  if (values.out !== undefined && existsSync(values.out))
    throw new UsageError(
      `${values.out} already exists and is not overwritten. Name another folder with --out.`,
    );
  if (!(await buildOrPrintError())) return;
  if (values.out === undefined) {
    console.log(writeArchive());
    return;
  }
  const out = path.resolve(values.out);
  writePackage(projectRoot, out);
  console.log(`The package is the folder ${out} (${megabytesOf(out)} MB).`);
}

function writeArchive(): string {
  const folder = path.join(FOLDER, NAME);
  const archive = path.join(FOLDER, `${NAME}-${process.platform}-${process.arch}.tar.xz`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  writePackage(projectRoot, folder);
  const unpacked = megabytesOf(folder);
  packInto(archive, folder);
  rmSync(folder, { recursive: true });
  return `The package is ${archive} (${megabytesOf(archive)} MB, unpacked ${unpacked} MB).`;
}

await runScript(USAGE, makePackage);
