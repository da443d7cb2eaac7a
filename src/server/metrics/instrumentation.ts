import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { mailFailureOf, type PostMail } from '#server/mail/send-mail.ts';
import type { AuditEvent } from '#server/audit/audit-trail.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { TooBusy } from '../http/refusal.ts';
import { storageErrorOf } from '#server/database/storage-errors.ts';
import { hasDisconnected } from '../http/error-handler.ts';
import type { OnError } from '../http/error-log.ts';
import type { BoundedQueue } from '#server/limits/bounded-queue.ts';
import type { Metrics } from './metrics.ts';

/** Counts and times every response by route pattern; URLs can contain names. */
export const countRequests = fastifyPlugin(
  async (app: FastifyInstance, { metrics }: { metrics: Metrics }) => {
    app.addHook('onError', async (request, _reply, error) => {
      const fault = hasDisconnected(request) ? undefined : storageErrorOf(error);
      if (fault) metrics.count('matricula_unavailable_total', { fault });
      if (error instanceof TooBusy) metrics.count('matricula_refused_early_total', { kind: error.kind });
    });
    app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
      const route = routeOptions.url ?? 'unknown';
      const status = `${Math.floor(statusCode / 100)}xx`;
      metrics.count('matricula_requests_total', { method, route, status });
      metrics.observe(elapsedTime / 1000, { method, route });
      if (statusCode === 500) metrics.count('matricula_unexpected_failures_total', { route });
      if (statusCode === 429) metrics.count('matricula_throttled_total', { route });
      if (method === 'PUT' && route === '/api/answer' && statusCode === 200)
        metrics.count('matricula_saves_total');
    });
  },
);

/** Measures the number of queued page loads. */
export function measurePageLoads<Queue extends Pick<BoundedQueue, 'waiting'>>(
  queue: Queue,
  metrics: Metrics,
): Queue {
  metrics.addGauge({
    name: 'matricula_page_loads_waiting',
    help: 'Page loads that wait for their turn.',
    read: queue.waiting,
  });
  return queue;
}

/** Wraps an error handler to count errors. */
export function countErrors(onError: OnError, metrics: Metrics): OnError {
  return (task, error) => {
    metrics.count('matricula_faults_total', { task });
    onError(task, error);
  };
}

/** Returns a listener that counts events of the audit trail. */
export function countEvents(metrics: Metrics): (event: AuditEvent) => void {
  return ({ kind, result = 'ok' }) => metrics.count('matricula_events_total', { kind, result });
}

/** Wraps a mail sender to count tries. */
export function countMails(sendMail: PostMail, metrics: Metrics): PostMail {
  return async (mail, posting) => {
    try {
      await sendMail(mail, posting);
    } catch (error) {
      metrics.count('matricula_mails_total', { result: 'failed' });
      metrics.count('matricula_mail_failures_total', { reason: mailFailureOf(error) });
      throw error;
    }
    metrics.count('matricula_mails_total', { result: 'sent' });
  };
}

/** Wraps a file store to count errors by operation. */
export function countFileErrors<Files extends FileStore>(files: Files, metrics: Metrics): Files {
  const counted = async <Result>(operation: string, asked: Promise<Result>): Promise<Result> => {
    try {
      return await asked;
    } catch (error) {
      if (storageErrorOf(error)) metrics.count('matricula_file_faults_total', { operation });
      throw error;
    }
  };
  return {
    ...files,
    presign: (permit) => counted('presign', files.presign(permit)),
    read: (key) => counted('read', files.read(key)),
    write: (key, bytes) => counted('write', files.write(key, bytes)),
    remove: (keys, transaction) => counted('remove', files.remove(keys, transaction)),
  };
}
