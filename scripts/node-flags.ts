/** V8's baseline WebAssembly compiler only: the optimizing one takes half the time of a short process. */
export const NODE_FLAGS = ['--liftoff-only'];
