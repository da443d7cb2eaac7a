import { createRenderer } from '#server/pdf/render/renderer.ts';

/** Renders one view, in a process that a test kills. */
const [origin = ''] = process.argv.slice(2);
await createRenderer({ env: process.env }).render({ origin, token: 'abc', attachments: [] });
