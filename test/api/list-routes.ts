import type { FastifyInstance } from 'fastify';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

export type Route = { readonly method: (typeof METHODS)[number]; readonly url: string };

/** Every route of the router; parameters are `:name`. */
export function listRoutes(app: FastifyInstance): readonly Route[] {
  const routes: Route[] = [];
  const above: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent, part, methods] = /^([│\s]*)[├└]── (\S+)(?: \(([^)]*)\))?/u.exec(line) ?? [];
    if (indent === undefined || part === undefined) continue;
    // A part is indented by four characters below the one that its address begins with.
    const depth = indent.length / 4;
    const url = above.slice(0, depth).join('') + part;
    above.splice(depth, above.length, part);
    for (const method of METHODS) if (methods?.split(', ').includes(method)) routes.push({ method, url });
  }
  return routes;
}
