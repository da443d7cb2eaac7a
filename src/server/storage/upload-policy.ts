import { UPLOAD_TYPE, type UploadPermit } from './file-store.ts';
import type { ServerSecret } from './server-secret.ts';

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
export function signPolicy(permit: UploadPermit, secret: ServerSecret): FormFields {
  const { key, maxBytes, expiresAt } = permit;
  const conditions: Policy['conditions'] = [
    { key },
    { 'Content-Type': UPLOAD_TYPE },
    ['content-length-range', 1, maxBytes],
  ];
  const text = JSON.stringify({ expiration: expiresAt.toISOString(), conditions } satisfies Policy);
  const policy = Buffer.from(text).toString('base64');
  const signature = secret.sign(messageOf(policy)).toString('hex');
  return { key, 'Content-Type': UPLOAD_TYPE, policy, 'x-amz-signature': signature };
}

/** The permit that the fields of a form carry; undefined when anything was changed, added, left out or is over. */
export function readPolicy(fields: FormFields, secret: ServerSecret, now: Date): UploadPermit | undefined {
  const { policy: text = '', 'x-amz-signature': signature = '', ...asked } = fields;
  if (!secret.isSigned(messageOf(text), Buffer.from(signature, 'hex'))) return undefined;
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
function messageOf(policy: string): string {
  return `upload:${policy}`;
}
