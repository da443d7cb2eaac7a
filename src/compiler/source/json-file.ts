import { readFileSync } from 'node:fs';
import type { Json } from './cursor.ts';

/** Reads a JSON file that the project itself keeps right; a broken one throws. */
export function readJsonFile(file: string): Json {
  const value: Json = JSON.parse(readFileSync(file, 'utf8'));
  return value;
}
