import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildOrPrintError } from './build.ts';
import { UsageError, runScript } from './run-script.ts';
import { checkAdvisories, writeSbom } from './package/supply-chain.ts';
import { packInto, writePackage } from './package/write-package.ts';
import { projectRoot } from './run-tool.ts';

const USAGE = `npm run package
npm run package -- --out <folder>
npm run package -- --sbom
npm run package -- --advisories

Builds, and packs all that a server in service needs into var/package: Node, the packages that it loads, the built page and
the commands of the operator, for machines like this one. With --out, writes it unpacked into a new folder instead. Where
it is unpacked nothing is installed or built: "./matricula start" runs it. Its sbom.json has all packages as CycloneDX; --sbom
writes only that. --advisories only requests known vulnerabilities in them from the registry, or reads them from the output of
"npm audit --json" that ADVISORY_REPORT names: ends with 1 where one is high or critical, with 2 where nothing is known.`;

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
  if (values.sbom) console.log(writeSbomOf('.'));
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
  console.log(`The package is the folder ${out}. ${writeSbomOf(out)}`);
}

/** Writes sbom.json into a folder, and returns a sentence with its hash. */
function writeSbomOf(folder: string): string {
  const file = path.join(folder, 'sbom.json');
  return `Its packages are listed in ${file} (SHA-256 ${writeSbom(file)}).`;
}

function writeArchive(): string {
  const folder = path.join(FOLDER, NAME);
  const archive = path.join(FOLDER, `${NAME}-${process.platform}-${process.arch}.tar.xz`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  writePackage(projectRoot, folder);
  const sbom = writeSbomOf(folder);
  copyFileSync(path.join(folder, 'sbom.json'), path.join(FOLDER, 'sbom.json'));
  packInto(archive, folder);
  rmSync(folder, { recursive: true });
  return `The package is ${archive}. ${sbom}`;
}

await runScript(USAGE, makePackage);
