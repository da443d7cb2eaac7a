import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { SendMail } from '#server/mail/send-mail.ts';
import type { AuditEvent, AuditTrail } from '#server/audit/audit-trail.ts';
import type { Metrics } from './metrics.ts';

/** Counts every answer by its route's pattern; the address itself may hold a name and has no end of values. */
export const countRequests = fastifyPlugin(
  async (app: FastifyInstance, { metrics }: { metrics: Metrics }) => {
    app.addHook('onResponse', async ({ method, routeOptions }, { statusCode }) => {
      const route = routeOptions.url ?? 'unknown';
      const status = `${Math.floor(statusCode / 100)}xx`;
      metrics.count('matricula_requests_total', { method, route, status });
      if (statusCode === 429) metrics.count('matricula_throttled_total', { route });
      if (method === 'PUT' && route === '/api/answer' && statusCode === 200)
        metrics.count('matricula_saves_total');
    });
  },
);

/** The same trail, each event of which is counted too. */
export function countEvents(audit: AuditTrail, metrics: Metrics): AuditTrail {
  const count = ({ kind, result }: AuditEvent): void =>
    metrics.count('matricula_events_total', { kind, result });
  return {
    ...audit,
    record(event, transaction) {
      count(event);
      return audit.record(event, transaction);
    },
    recordFirst(event) {
      count(event);
      return audit.recordFirst(event);
    },
    recordAll(events, transaction) {
      events.forEach(count);
      return audit.recordAll(events, transaction);
    },
  };
}

/** The same way of sending, each try of which is counted. */
export function countMails(sendMail: SendMail, metrics: Metrics): SendMail {
  return async (mail) => {
    try {
      await sendMail(mail);
    } catch (error) {
      metrics.count('matricula_mails_total', { result: 'failed' });
      throw error;
    }
    metrics.count('matricula_mails_total', { result: 'sent' });
  };
}
