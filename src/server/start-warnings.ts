import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';

/** Logs what is there to log. */
export function warnOf({ log }: FastifyInstance, sentences: readonly (string | undefined)[]): void {
  for (const sentence of sentences) if (sentence) log.warn(sentence);
}

/** Who tries it on one machine has nothing to encrypt yet. */
export function keyWarnings({ dataKeys, databaseUrl, smtpUrl, publicUrl }: Config, isAllEncrypted: boolean) {
  const isInService = (databaseUrl ?? smtpUrl) !== undefined || publicUrl?.startsWith('https:') === true;
  return [
    ...(isInService && dataKeys.length === 0
      ? ['DATA_KEY is not set: sensitive answers and files are stored as they are.']
      : []),
    ...(isAllEncrypted
      ? []
      : [
          'Some of what is stored may not be encrypted with DATA_KEY yet: "npm run rotate-secret -- --data".',
        ]),
  ];
}
