/** The part of autocannon (which has no types) that the benchmark uses. */
declare module 'autocannon' {
  export type Request = {
    readonly method: string;
    readonly path: string;
    readonly body?: string;
    readonly headers?: Readonly<Record<string, string>>;
  };
  export type Options = {
    readonly url: string;
    readonly connections: number;
    readonly overallRate?: number;
    /** Seconds. */
    readonly duration: number;
    readonly requests: readonly (Request & { readonly setupRequest?: (request: Request) => Request })[];
  };
  export type Result = {
    readonly '2xx': number;
    readonly non2xx: number;
    readonly errors: number;
    /** Seconds. */
    readonly duration: number;
    readonly latency: { readonly p99: number };
  };
  export default function autocannon(options: Options): Promise<Result>;
}
