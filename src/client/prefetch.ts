import { prefetchResponses } from './api/prefetch-responses.ts';

// A separate entry without shared chunks, so that it runs long before them.
try {
  prefetchResponses(window);
} catch {
  // Storage is blocked: the client makes the request later.
}
