import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GetServiceTmpPdfAnswer, GetServiceTmpPdfQuery } from '#generated/api.ts';
import type { Answers } from '#form/definition/definition.ts';
import { documentAnswersOf } from '#form/documents/document-answers.ts';
import { refuseCrossSite } from '../http/security-headers.ts';
import { Refusal } from '../http/refusal.ts';
import { BY_SERVER } from '../audit/audit-trail.ts';
import { readShownForm } from '#server/answer-migration/migrated-application.ts';
import { attachedDocumentKeys, unscannedFiles } from '#server/student-tables/document-store.ts';
import { findServiceAccess, serviceLinkName } from './service-token-store.ts';
import type { Services } from '../start/services.ts';
import { say, refusalTexts } from '#texts/say.ts';

/** The generated type has mutable lists. */
type Answer = Omit<GetServiceTmpPdfAnswer, 'answer'> & { readonly answer: Answers };

/** GET /service/tmp-pdf: a read-only application, for its token (docs/behavior.md 2.10; security case D07). */
export function serviceRoutes(app: FastifyInstance, parts: Services): void {
  const call = {
    onRequest: [refuseCrossSite, parts.clientLimits.rejectEarly('token')],
    // The refusal is the same for all invalid tokens.
    config: { namesBrokenText: true },
    // A HEAD would be recorded as a view.
    exposeHeadRoute: false,
  };
  app.get<{ Querystring: GetServiceTmpPdfQuery }>('/service/tmp-pdf', call, (request) =>
    parts.clientLimits.queue(request, () => openServiceView(parts, request)),
  );
}

async function openServiceView(
  parts: Services,
  request: FastifyRequest<{ Querystring: GetServiceTmpPdfQuery }>,
): Promise<Answer> {
  const token = request.query.service_token ?? '';
  const access = await findServiceAccess(parts.db, token, parts.clock());
  // This server can make many PDFs at once.
  if (access?.purpose === 'render') parts.clientLimits.refund('token', request);
  else await parts.clientLimits.consume('token', request);
  const view = access && (await readShownForm(parts, access.studentId));
  // Invalid tokens only count as requests: guesses must not fill the trail.
  if (access === undefined || view === undefined) throw new Refusal(404, say(refusalTexts.oldLink));
  const { username } = view;
  const how =
    access.purpose === 'render'
      ? { client: BY_SERVER, detail: 'opened to make the PDF' }
      : { client: request.ip, detail: `${serviceLinkName(access)} opened` };
  // If the event cannot be recorded, nothing is shown.
  await parts.audit.recordFirst({ kind: 'service-view', username, ...how });
  const attached = attachedDocumentKeys(view.documents);
  // A page rendered for printing has no expiry.
  const until = access.purpose === 'link' ? access.expiresAt : null;
  const { definition: present } = parts;
  const { receipt, submittedAt, isLate, definition } = view;
  return {
    answer: view.answers,
    add_another: view.counts,
    document_answer: documentAnswersOf(present, attached),
    tabs: view.tabs,
    application: {
      username,
      receipt,
      submitted_at: submittedAt?.toISOString() ?? null,
      ...(isLate && { late: true }),
      definition: definition === present ? null : definition,
      valid_until: until?.toISOString() ?? null,
      // For staff, not for a copy.
      ...(until && { unscanned: unscannedFiles(view.documents) }),
    },
  };
}
