/** Where the malware scanner listens, as Node's sockets are opened. */
export type ScannerAddress = { readonly host: string; readonly port: number } | { readonly path: string };

/** That of clamd. */
const DEFAULT_PORT = 3310;

/** The address in a sound SCANNER_URL; undefined for what is none. */
export function scannerAddress(text: string): ScannerAddress | undefined {
  const path = /^unix:(\/.*)$/.exec(text)?.[1];
  if (path !== undefined) return { path };
  const url = URL.parse(text);
  if (url?.protocol !== 'tcp:' || url.hostname === '' || !['', '/'].includes(url.pathname)) return undefined;
  if (url.username !== '' || url.search !== '' || url.hash !== '') return undefined;
  return {
    // An IPv6 address has brackets in an address of the web alone.
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? DEFAULT_PORT : Number(url.port),
  };
}
