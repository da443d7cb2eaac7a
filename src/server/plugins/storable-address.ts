import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { Refusal } from '../refusal.ts';
import { holdsBrokenText } from './json-body.ts';
import { say } from '#texts/say.ts';
import * as refusalTexts from '#generated/texts/refusal.ts';

/** Refuses of an address what `jsonBody` refuses of a body: `%00` reaches no statement. */
export const storableAddress = fastifyPlugin(async (app: FastifyInstance) => {
  app.addHook('preValidation', async ({ params, query, routeOptions }) => {
    if (holdsBrokenText(params)) throw new Refusal(404, say(refusalTexts.notFound));
    const { namesBrokenText = false } = routeOptions.config;
    if (!namesBrokenText && holdsBrokenText(query)) throw new Refusal(400, say(refusalTexts.notStorable));
  });
});
