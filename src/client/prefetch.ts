import { prefetchResponses } from './api/prefetch-responses.ts';

// A file of its own, which shares nothing with the others: its request starts long before they have loaded.
try {
  prefetchResponses(window);
} catch {
  // Where the browser's stores are blocked, the client asks when it has come.
}
