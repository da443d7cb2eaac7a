import { createHmac, timingSafeEqual } from 'node:crypto';
import { UPLOAD_TYPE, type UploadPermit } from './file-store.ts';

/** The fields of a posted form, without the file. */
export type FormFields = Readonly<Record<string, string>>;

/** As S3 writes it: what the form may say, and until when. */
type Policy = {
  readonly expiration: string;
  readonly conditions: readonly [
    { readonly key: string },
    { readonly 'Content-Type': string },
    readonly ['content-length-range', number, number],
  ];
};

/** The fields that let a form be posted once: the permit as a signed policy. */
export function signPolicy(permit: UploadPermit, secret: Buffer): FormFields {
  const { key, maxBytes, expiresAt } = permit;
  const conditions: Policy['conditions'] = [
    { key },
    { 'Content-Type': UPLOAD_TYPE },
    ['content-length-range', 1, maxBytes],
  ];
  const text = JSON.stringify({ expiration: expiresAt.toISOString(), conditions } satisfies Policy);
  const policy = Buffer.from(text).toString('base64');
  const signature = signatureOf(policy, secret).toString('hex');
  return { key, 'Content-Type': UPLOAD_TYPE, policy, 'x-amz-signature': signature };
}

/** The permit that the fields of a form carry; undefined when anything was changed, added, left out or is over. */
export function readPolicy(fields: FormFields, secret: Buffer, now: Date): UploadPermit | undefined {
  const { policy: text = '', 'x-amz-signature': signature = '', ...asked } = fields;
  if (!isSame(Buffer.from(signature, 'hex'), signatureOf(text, secret))) return undefined;
  // Signed, so this server wrote it.
  const policy: Policy = JSON.parse(Buffer.from(text, 'base64').toString());
  const [{ key }, type, [, , maxBytes]] = policy.conditions;
  const expiresAt = new Date(policy.expiration);
  const wanted = { key, ...type };
  if (expiresAt <= now || !isSameForm(asked, wanted)) return undefined;
  return { key, maxBytes, expiresAt };
}

function isSameForm(asked: FormFields, wanted: FormFields): boolean {
  const names = Object.keys(asked);
  return names.length === Object.keys(wanted).length && names.every((name) => asked[name] === wanted[name]);
}

/** The secret keys other things too: a prefix keeps what is signed here from being worth anything there. */
function signatureOf(policy: string, secret: Buffer): Buffer {
  return createHmac('sha256', secret).update(`upload:${policy}`).digest();
}

function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}
