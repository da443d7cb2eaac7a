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
