import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { commentOnPullRequest } from '#scripts/ci/comment-on-pull-request.ts';

type Comment = { readonly id: number; body: string; readonly user: { readonly type: string } };

const REPOSITORY = 'university/matricula';
const OWN_MARKER = '<!-- what changes for applicants -->';

/** A server on loopback that answers as GitHub does: 101 open pull requests, each with a commit of its own. */
let server: Server;
let comments: Comment[];
let authorizations: Set<string | undefined>;

beforeEach(async () => {
  comments = [];
  authorizations = new Set();
  server = createServer((request, response) => {
    authorizations.add(request.headers.authorization);
    void respond(request, response);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
});
afterEach(() => server.close());

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await answer(request);
  response.statusCode = body === undefined ? 404 : 200;
  response.end(JSON.stringify(body ?? {}));
}

async function answer(request: IncomingMessage): Promise<unknown> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  const [, call] = pathname.split(`/repos/${REPOSITORY}/`);
  if (call === undefined) return undefined;
  const page = Number(searchParams.get('page'));
  if (call === 'pulls') {
    const pulls = Array.from({ length: 101 }, (_, at) => ({
      number: at + 1,
      head: { sha: `sha-${at + 1}` },
    }));
    return pulls.slice((page - 1) * 100, page * 100);
  }
  if (request.method === 'GET') return page === 1 ? comments : [];
  const { body }: { body: string } = JSON.parse(await text(request));
  if (request.method === 'POST') {
    comments.push({ id: comments.length + 1, body, user: { type: 'Bot' } });
    return comments.at(-1);
  }
  const known = comments.find(({ id }) => call === `issues/comments/${id}`);
  if (known) known.body = body;
  return known;
}

function comment(about: string, headSha = 'sha-101', repository = REPOSITORY): Promise<string> {
  const { port }: AddressInfo = JSON.parse(JSON.stringify(server.address()));
  const apiUrl = `http://127.0.0.1:${port}`;
  const target = { apiUrl, repository, token: 'a-token', headSha, reportUrl: 'https://example.org/run' };
  return commentOnPullRequest(target, about);
}

it('writes one comment to the pull request whose newest commit it is, and renews it', async () => {
  comments.push({ id: 1, body: `${OWN_MARKER} quoted by somebody`, user: { type: 'User' } });
  expect(await comment('Two questions are new.')).toBe('The comment of pull request 101 is written.');
  expect(await comment('One question is new.')).toBe('The comment of pull request 101 is renewed.');
  expect(comments).toHaveLength(2);
  expect(comments[1]?.body).toBe(
    `${OWN_MARKER}\nOne question is new.\n\n[The report with pictures](https://example.org/run#artifacts)`,
  );
  expect([...authorizations]).toEqual(['Bearer a-token']);
});

it('writes nothing for a commit that is no longer the newest', async () => {
  expect(await comment('Too late.', 'sha-of-yesterday')).toContain('No open pull request has this commit');
  expect(comments).toEqual([]);
});

it('notifies nobody whom the text names, and shortens what GitHub would refuse', async () => {
  await comment(`@everybody ${'x'.repeat(70_000)}`);
  expect(comments[0]?.body).not.toContain('@everybody');
  expect(comments[0]?.body.length).toBeLessThan(65_536);
  expect(comments[0]?.body).toContain('… and more');
});

it('fails where GitHub refuses', async () => {
  await expect(comment('x', 'sha-101', 'university/other')).rejects.toThrow('GitHub refused');
});
