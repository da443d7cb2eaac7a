import { describe, expect, it } from 'vitest';
import { createDocumentCalls } from '#client/api/document-calls.ts';
import type { FormAnswer } from '#client/api/send-form.ts';
import { callOver } from './call-over.ts';

const target = { url: 'https://files.example/bucket', fields: { key: 'ada/1', policy: 'p' } };
const file = new File(['%PDF'], 'card.pdf', { type: 'application/pdf' });

/** Document calls over a server that returns `{}`, and a fake upload. */
function calling(answer: FormAnswer | 'lost' = { status: 204, body: undefined }) {
  const posted: { url: string; entries: [string, FormDataEntryValue][] }[] = [];
  const calls = createDocumentCalls(
    callOver(async () => new Response('{}')),
    async (url, form) => {
      posted.push({ url, entries: [...form] });
      if (answer === 'lost') throw new Error('lost');
      return answer;
    },
  );
  const post = () =>
    calls.postFile(target, file, { onShare: () => {}, signal: new AbortController().signal });
  return { posted, post };
}

describe('document calls', () => {
  it('post a file after its fields, only to the given URL', async () => {
    const { post, posted } = calling();
    await post();
    expect(posted[0]?.url).toBe('https://files.example/bucket');
    expect(posted[0]?.entries.map(([name]) => name)).toEqual(['key', 'policy', 'file']);
  });

  it('accept 201 from S3', async () => {
    await expect(calling({ status: 201, body: undefined }).post()).resolves.toBeUndefined();
  });

  it.each([
    ['a refusal in its own words', { status: 413, body: { message: 'Too large.' } }, 'refused', 'Too large.'],
    ['a refusal without words', { status: 403, body: undefined }, 'server', 'unexpected error'],
    ['a lost connection', 'lost', 'unreachable', "can't reach the server"],
  ] as const)('report %s', async (_, answer, code, words) => {
    await expect(calling(answer).post()).rejects.toMatchObject({
      code,
      message: expect.stringContaining(words),
    });
  });
});
