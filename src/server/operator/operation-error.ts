/** A command that cannot be done; the message is for the operator. */
export class OperationError extends Error {}
