import { checkSchemas } from './schemas/check-schemas.ts';
import { formatFaults } from './schemas/fault.ts';
import { PROJECT_PATHS } from './schemas/schema-paths.ts';

if (import.meta.main) {
  const started = performance.now();
  const faults = checkSchemas(PROJECT_PATHS.schemasFolder);
  if (faults.length > 0) {
    console.error(formatFaults(faults, 'schemas'));
    process.exitCode = 1;
  } else {
    console.log(`All files in schemas are right (${((performance.now() - started) / 1000).toFixed(1)} s).`);
  }
}
