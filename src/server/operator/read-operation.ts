import type { Operation } from './operations.ts';
import { isRecord } from '#form/definition/is-record.ts';

/** The border where what came through the operator's socket becomes an operation; undefined for anything else. */
export function readOperation(text: string): Operation | undefined {
  const value: unknown = JSON.parse(text);
  return isOperation(value) ? value : undefined;
}

const MEMBERS: Readonly<Record<Operation['kind'], Readonly<Record<string, 'string' | 'number' | 'object'>>>> =
  {
    audit: {
      username: 'string',
      event: 'string',
      client: 'string',
      since: 'string',
      before: 'string',
      limit: 'number',
    },
    sessions: { username: 'string', page: 'number' },
    'end-sessions': { username: 'string' },
    export: { username: 'string' },
    'export-applications': { since: 'string', out: 'string', format: 'string' },
    'begin-backup': { id: 'string', copyTo: 'string' },
    'keep-files': { id: 'string', minutes: 'number' },
    delete: { username: 'string' },
    'count-answers': {},
    'count-uses': { using: 'object' },
    'list-lookups': {},
    retention: { mode: 'string' },
    migrate: { mode: 'string', definition: 'object' },
    'import-lookup': { category: 'string', file: 'string', mapping: 'object' },
    'rotate-secret': { mode: 'string' },
    'service-link': { username: 'string', hours: 'number' },
    'service-links': { username: 'string' },
    'revoke-service-links': { by: 'string', value: 'string' },
    prefills: {},
    'revoke-prefill': { by: 'string', value: 'string' },
    prefill: { answers: 'object', hours: 'number' },
  };

function isOperation(value: unknown): value is Operation {
  if (!isRecord(value)) return false;
  const { kind, operator = '' } = value;
  if (typeof kind !== 'string' || !isKind(kind) || typeof operator !== 'string') return false;
  return Object.entries(MEMBERS[kind]).every(([name, type]) => {
    const member = value[name];
    return typeof member === type && member !== null;
  });
}

function isKind(kind: string): kind is Operation['kind'] {
  return Object.hasOwn(MEMBERS, kind);
}
