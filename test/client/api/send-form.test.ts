import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSendForm, STALL_TIMEOUT } from '#client/api/send-form.ts';

/** A request controlled by the test. */
class ScriptedRequest extends EventTarget {
  readonly upload = new EventTarget();
  readonly done: string[] = [];
  status = 0;
  responseText = '';

  open(method: string, url: string): void {
    this.done.push(`${method} ${url}`);
  }

  setRequestHeader(): void {}

  send(): void {
    this.done.push('sent');
  }

  abort(): void {
    this.done.push('aborted');
    this.dispatchEvent(new Event('abort'));
  }

  move(loaded: number, total: number): void {
    this.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total }));
  }

  answer(status: number, text: string): void {
    Object.assign(this, { status, responseText: text });
    this.dispatchEvent(new Event('load'));
  }
}

function sending() {
  const request = new ScriptedRequest();
  const shares: number[] = [];
  const user = new AbortController();
  const sendForm = createSendForm(() => request);
  const watch = { onShare: (share: number) => void shares.push(share), signal: user.signal };
  const answer = sendForm('/uploads', new FormData(), watch);
  return { request, shares, user, answer };
}

afterEach(() => void vi.useRealTimers());

describe('a form with a file', () => {
  it('reports how much of it has been sent, and the response', async () => {
    const { request, shares, answer } = sending();
    request.move(10, 40);
    request.move(40, 40);
    request.answer(204, '');
    expect(await answer).toEqual({ status: 204, body: undefined });
    expect(shares).toEqual([0.25, 1]);
    expect(request.done).toEqual(['POST /uploads', 'sent']);
  });

  it("is refused with the server's message", async () => {
    const { request, answer } = sending();
    request.answer(413, '{"message":"Too large."}');
    expect(await answer).toEqual({ status: 413, body: { message: 'Too large.' } });
  });

  it('fails without a connection', async () => {
    const { request, answer } = sending();
    request.dispatchEvent(new Event('error'));
    await expect(answer).rejects.toThrow('lost');
  });

  it('is canceled by the student', async () => {
    const { request, user, answer } = sending();
    user.abort();
    await expect(answer).rejects.toThrow('lost');
    expect(request.done).toContain('aborted');
  });

  it('can take minutes while it progresses, and fails once it stalls', async () => {
    vi.useFakeTimers();
    const { request, answer } = sending();
    for (const loaded of [1, 2, 3, 4]) {
      vi.advanceTimersByTime(STALL_TIMEOUT - 1);
      request.move(loaded, 5);
    }
    expect(request.done).not.toContain('aborted');
    vi.advanceTimersByTime(STALL_TIMEOUT);
    expect(request.done).toContain('aborted');
    await expect(answer).rejects.toThrow('lost');
  });
});
