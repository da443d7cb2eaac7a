import Fastify from 'fastify';

/** Minimal listening server, as a baseline for start times. Run as a separate process. */
const app = Fastify();
app.get('/readyz', () => ({ status: 'ok' }));
process.once('SIGTERM', () => void app.close());
await app.listen({ port: Number(process.env['PORT']) });
