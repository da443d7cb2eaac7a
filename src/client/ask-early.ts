import { askEarly } from './api/ask-early.ts';

// A file of its own, which shares nothing with the others: it has asked long before they have come.
try {
  askEarly(window);
} catch {
  // Where the browser's stores are blocked, the client asks when it has come.
}
