/**
 * How tests run the embedded database, and LibreOffice too: V8's quick compiler of WebAssembly alone. The other one is
 * for what runs for hours; a process that lives for seconds spends half of its time in it.
 */
export const NODE_FLAGS = ['--liftoff-only'];
