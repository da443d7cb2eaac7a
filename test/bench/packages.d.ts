/** What the benchmarks use of the packages in test/bench/package.json, which only `npm run bench` installs. */
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
    readonly latency: { readonly mean: number; readonly p99: number };
  };
  export default function autocannon(options: Options): Promise<Result>;
}
/** The part of Lighthouse that the benchmark uses: its own types would bring those of three further packages. */
declare module 'lighthouse' {
  export type Flags = {
    /** Of the browser that is asked. */
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
