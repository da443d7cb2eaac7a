import {
  DeleteObjectCommand,
  GetObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import type { S3Settings } from '../settings/config.ts';
import { FilesUnavailable } from '../database/storage-errors.ts';
import { isFileKey, UPLOAD_TYPE, type FileStore } from './file-store.ts';

/** The library has no timeout by default. Files are small: a server silent for this long hangs. */
const SILENCE_MS = 8000;
const CONNECT_MS = 3000;

/**
 * Creates a store in a bucket. Credentials are found as by Amazon's tools: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY,
 * a profile, the machine's role.
 *
 * A form can be posted again until it expires, because S3 has no condition against it: to record an upload, copy it
 * under a key that no form names.
 *
 * Each method throws FilesUnavailable while the bucket is unavailable.
 * @param silenceMs timeout of a silent server
 * @throws Error with one sentence if no credentials are found
 */
export async function createS3Files(
  { bucket, endpoint, region }: S3Settings,
  silenceMs: number = SILENCE_MS,
): Promise<FileStore & { readonly uploadOrigin: string }> {
  const client = new S3Client({
    region,
    // Requests can wait for all tries; one retry, because one of a bucket's servers can be down.
    maxAttempts: 2,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: silenceMs },
    // Servers other than Amazon's often lack a host name per bucket and the newest checksums.
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const objectOf = (key: string): { readonly Bucket: string; readonly Key: string } => {
    if (!isFileKey(key)) throw new Error('A file was requested with an invalid key.');
    return { Bucket: bucket, Key: key };
  };
  const presign: FileStore['presign'] = ({ key, maxBytes, expiresAt }) =>
    createPresignedPost(client, {
      ...objectOf(key),
      Fields: { 'Content-Type': UPLOAD_TYPE },
      Conditions: [['content-length-range', 1, maxBytes]],
      // Amazon counts from its own clock; a past expiry becomes an immediate one.
      Expires: Math.max(1, Math.ceil((expiresAt.getTime() - Date.now()) / 1000)),
    });
  return {
    /** Target origin of the forms. */
    uploadOrigin: await originOf(presign),
    presign: (permit) => available(presign(permit)),
    async read(key) {
      const found = await ifThere(client.send(new GetObjectCommand(objectOf(key))));
      const bytes = found?.Body && (await available(found.Body.transformToByteArray()));
      return bytes && Buffer.from(bytes);
    },
    async write(key, bytes) {
      const put = new PutObjectCommand({ ...objectOf(key), Body: bytes, ContentType: UPLOAD_TYPE });
      await available(client.send(put));
    },
    async remove(keys) {
      // One by one: the bulk call requires checksums that some servers lack.
      for (const object of keys.map(objectOf)) await available(client.send(new DeleteObjectCommand(object)));
    },
    place: async () => `s3://${bucket}`,
    async *list() {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket })) {
        for (const { Key: key = '', LastModified: changedAt } of Contents) {
          if (changedAt !== undefined && isFileKey(key)) yield { key, changedAt };
        }
      }
    },
  };
}

/** Reads the origin from a form, because the library knows each region's host names. */
async function originOf(presign: FileStore['presign']): Promise<string> {
  try {
    const { url } = await presign({ key: 'nobody/nothing', maxBytes: 1, expiresAt: new Date() });
    return new URL(url).origin;
  } catch (error) {
    throw new Error(
      'STORAGE_URL is set, but uploads cannot be signed: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
      { cause: error },
    );
  }
}

function ifThere<T>(found: Promise<T>): Promise<T | undefined> {
  return found.catch((error: unknown) => {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined;
    throw new FilesUnavailable(error);
  });
}

/** Converts any error, even expired keys: the student cannot fix it, and it can be temporary. */
function available<T>(call: Promise<T>): Promise<T> {
  return call.catch((error: unknown) => {
    throw new FilesUnavailable(error);
  });
}
