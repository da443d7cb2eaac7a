import { applyEmailChanges } from '../accounts/planned-email.ts';
import type { Config } from '../settings/config.ts';
import { repeatWork } from '../http/background-work.ts';
import type { OnError } from '../http/error-log.ts';
import { OperationError } from '../http/operation-error.ts';
import { remindStudents } from '../reminders/reminders.ts';
import { startUpkeep } from '../retention/retention.ts';
import { createGauges, type GaugeSources } from '#server/metrics/gauges.ts';
import { startLoopbackServer, type LoopbackServer } from './loopback-server.ts';
import { mailboxPage } from './mailbox-page.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import { METRICS_TYPE } from '../metrics/metrics.ts';
import type { OperationServices } from './operation-services.ts';
import { runOperation } from './operations.ts';
import { listenToOperator } from './operator-socket.ts';

export type OperatorSettings = Pick<
  Config,
  'port' | 'publicUrl' | 'databaseUrl' | 'smtpUrl' | 'dataDir' | 'metricsPort' | 'metricsHost' | 'mailboxPort'
>;

type OperatorReports = {
  readonly metrics: Metrics;
  /** Sources of gauges, read when scraped. */
  readonly measured: GaugeSources;
  readonly onError: OnError;
};

const TEN_MINUTES_MS = 10 * 60_000;

/** Opens metrics, mailbox page and operator socket, and starts maintenance. @throws Error if a port is in use */
export async function startOperator(
  settings: OperatorSettings,
  parts: OperationServices,
  { metrics, measured, onError }: OperatorReports,
) {
  const undo: (() => Promise<void> | void)[] = [];
  const close = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    const metricsPage = await serveMetrics(settings, measured, metrics);
    if (metricsPage) undo.push(metricsPage.close);
    const mailbox = await serveMailbox(settings, parts);
    if (mailbox) undo.push(() => mailbox.close());
    if (settings.databaseUrl === undefined) {
      const socket = await listenToOperator(settings.dataDir, (operation, report) =>
        runOperation(parts, operation, report).catch((error: unknown) => {
          if (!(error instanceof OperationError)) onError(`the command ${operation.kind}`, error);
          throw error;
        }),
      );
      if (socket) undo.push(() => socket.close());
    }
    undo.push(startUpkeep(parts, onError));
    const repeat = (task: string, work: () => Promise<unknown>): unknown =>
      undo.push(repeatWork(work, TEN_MINUTES_MS, (error) => onError(task, error)));
    repeat('reminders', () => remindStudents(parts));
    repeat('changes of address', () => applyEmailChanges(parts));
    return { metricsUrl: metricsPage && `${metricsPage.url}/metrics`, mailboxUrl: mailbox?.url, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function serveMetrics(
  { metricsPort, metricsHost }: OperatorSettings,
  measured: GaugeSources,
  metrics: Metrics,
) {
  if (metricsPort === undefined) return undefined;
  const gauges = createGauges(measured);
  const render = async () => ({ type: METRICS_TYPE, body: await metrics.render(gauges.list) });
  const pages = { '/metrics': render };
  const server = await listenForCommands('METRICS_PORT', metricsPort, pages, metricsHost);
  const close = async (): Promise<void> => {
    gauges.stop();
    await server.close();
  };
  return { url: server.url, close };
}

/** Serves the mailbox page only in a trial: mails are files, and the form is opened on this machine. */
async function serveMailbox(settings: OperatorSettings, { dataDir, publicOrigin }: OperationServices) {
  const { databaseUrl, smtpUrl, publicUrl, mailboxPort, port } = settings;
  const isTried = databaseUrl === undefined && smtpUrl === undefined && isLocal(publicUrl);
  if (!isTried || mailboxPort === 'off') return undefined;
  const pages = { '/': () => mailboxPage(dataDir, publicOrigin) };
  if (mailboxPort !== undefined) return listenForCommands('MAILBOX_PORT', mailboxPort, pages);
  // The port after the public one is easy to remember; any other works too.
  const next = port === 0 || port === 65_535 ? 0 : port + 1;
  return startLoopbackServer(next, pages).catch(() => startLoopbackServer(0, pages));
}

function isLocal(publicUrl: string | undefined): boolean {
  return publicUrl === undefined || ['localhost', '127.0.0.1', '[::1]'].includes(new URL(publicUrl).hostname);
}

async function listenForCommands(
  name: string,
  port: number,
  pages: Parameters<typeof startLoopbackServer>[1],
  host?: string,
): Promise<LoopbackServer> {
  try {
    return await startLoopbackServer(port, pages, host);
  } catch (cause) {
    throw new Error(
      `${name} ${port} cannot be opened: another program uses the port, or this user may not open it.`,
      {
        cause,
      },
    );
  }
}
