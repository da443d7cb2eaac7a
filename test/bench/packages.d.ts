/** Types for the packages in test/bench/package.json, which only `npm run bench` installs. */
/** The parts of autocannon used here; it has no types. */
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
    readonly latency: { readonly mean: number; readonly p99: number };
  };
  export default function autocannon(options: Options): Promise<Result>;
}
/** The parts of Lighthouse used here; its own types would require three more packages. */
declare module 'lighthouse' {
  export type Flags = {
    /** Debugging port of the browser. */
    readonly port: number;
    readonly logLevel: 'error';
    readonly onlyCategories: readonly string[];
  };
  export type Result = {
    readonly lhr: {
      readonly finalDisplayedUrl: string;
      readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
    };
  };
  export default function lighthouse(url: string, flags: Flags): Promise<Result | undefined>;
}
