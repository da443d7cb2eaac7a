/** V8's quick compiler of WebAssembly alone: the other takes half of the time of a short process. */
export const NODE_FLAGS = ['--liftoff-only'];
