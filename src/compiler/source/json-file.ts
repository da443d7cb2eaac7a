import { readFileSync } from 'node:fs';
import type { Json } from './cursor.ts';

/** Reads a JSON file that the project itself keeps right; a broken one throws. */
export function readJsonFile(file: string): Json {
  const value: Json = JSON.parse(readFileSync(file, 'utf8'));
  return value;
}

/** JSON as a file holds it for people to read. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
