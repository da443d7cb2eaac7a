import Fastify from 'fastify';

/** Listens and nothing else: the least that a start can cost. Run as a process of its own. */
const app = Fastify();
app.get('/readyz', () => ({ status: 'ok' }));
process.once('SIGTERM', () => void app.close());
await app.listen({ port: Number(process.env['PORT']) });
