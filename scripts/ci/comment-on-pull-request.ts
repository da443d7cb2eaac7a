import { readFileSync } from 'node:fs';
import { isRecord } from '#form/definition/own-property.ts';

/** Identifies the comment of an earlier run. */
const MARKER = '<!-- what changes for applicants -->';
/** GitHub accepts 65,536 characters. */
const MOST_CHARACTERS = 60_000;
const OPEN_PULL_REQUESTS = 100;

/** Where to comment, from the environment of GitHub Actions. */
export type CommentTarget = {
  readonly apiUrl: string;
  /** owner/name */
  readonly repository: string;
  readonly token: string;
  /** The commit of the pull request that the text is about. */
  readonly headSha: string;
  /** Where the pictures are. */
  readonly reportUrl: string;
};

/** Creates or updates the comment on a commit's pull request. @returns a sentence about the result */
export async function commentOnPullRequest(target: CommentTarget, text: string): Promise<string> {
  const number = await pullRequestOf(target);
  if (number === undefined) return 'No open pull request has this commit; there is nothing to comment on.';
  const body = commentBody(text, target.reportUrl);
  const comments = `issues/${number}/comments`;
  const id = await ownComment(target, comments);
  await call(
    target,
    id === undefined ? 'POST' : 'PATCH',
    id === undefined ? comments : `issues/comments/${id}`,
    {
      body,
    },
  );
  return `The comment of pull request ${number} is ${id === undefined ? 'written' : 'renewed'}.`;
}

/** Finds the pull request by its newest commit, because GitHub's run data omits forks. */
async function pullRequestOf(target: CommentTarget): Promise<number | undefined> {
  for await (const pull of pages(target, 'pulls?state=open'))
    if (isRecord(pull['head']) && pull['head']['sha'] === target.headSha) return Number(pull['number']);
  return undefined;
}

async function ownComment(target: CommentTarget, comments: string): Promise<number | undefined> {
  for await (const { id, body, user } of pages(target, `${comments}?`)) {
    const isOwn = isRecord(user) && user['type'] === 'Bot';
    if (isOwn && typeof body === 'string' && body.startsWith(MARKER)) return Number(id);
  }
  return undefined;
}

function commentBody(text: string, reportUrl: string): string {
  const plain = text.replaceAll('@', '@\u200B');
  const shown =
    plain.length > MOST_CHARACTERS
      ? `${plain.slice(0, MOST_CHARACTERS)}\n\n… and more: see the report.`
      : plain;
  return `${MARKER}\n${shown}\n\n[The report with pictures](${reportUrl}#artifacts)`;
}

/** Returns all entries of a paged list. */
async function* pages(target: CommentTarget, path: string): AsyncGenerator<Record<string, unknown>> {
  for (let page = 1; ; page += 1) {
    const entries = await call(target, 'GET', `${path}&per_page=${OPEN_PULL_REQUESTS}&page=${page}`);
    if (!Array.isArray(entries)) return;
    yield* entries.filter(isRecord);
    if (entries.length < OPEN_PULL_REQUESTS) return;
  }
}

async function call(
  { apiUrl, repository, token }: CommentTarget,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const response = await fetch(`${apiUrl}/repos/${repository}/${path}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'x-github-api-version': '2022-11-28',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`GitHub refused ${method} ${path} with ${response.status}.`);
  return response.json();
}

/** @throws Error if the variable is missing */
function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing from the environment.`);
  return value;
}

if (import.meta.main) {
  const [file = 'changes.md'] = process.argv.slice(2);
  const target = {
    apiUrl: required('GITHUB_API_URL'),
    repository: required('GITHUB_REPOSITORY'),
    token: required('GITHUB_TOKEN'),
    headSha: required('HEAD_SHA'),
    reportUrl: required('REPORT_URL'),
  };
  console.log(await commentOnPullRequest(target, readFileSync(file, 'utf8')));
}
