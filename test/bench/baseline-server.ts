import Fastify from 'fastify';
import { openStorage } from '../../src/server/database/database.ts';

/**
 * Minimal route that writes the same row: no session, rules or merging, one statement. The baseline for the save
 * benchmark. Run as a separate process.
 */
async function serve(): Promise<void> {
  const storage = await openStorage({
    dataDir: process.env['DATA_DIR'] ?? '',
    databaseUrl: process.env['DATABASE_URL'],
  });
  const app = Fastify();
  app.put<{ Body: { answer: object } }>('/api/answer', async (request) => {
    await storage.pool.query(
      'update application set answers = answers || $2::jsonb, version = version + 1 where student_id = $1',
      [request.headers['x-student'], JSON.stringify(request.body.answer)],
    );
    return { message: 'Saved' };
  });
  app.get('/readyz', () => ({ status: 'ok' }));
  process.once('SIGTERM', () => void app.close().then(() => storage.close()));
  await app.listen({ port: Number(process.env['PORT']) });
}

await serve();
