import { UsageError } from '#scripts/run-script.ts';
import type { Argument, Arguments, CommandSchema } from '#server/operator/command-schema.ts';
import type { Operation, OperationKind } from '#server/operator/operation-schemas.ts';
import { isOperation, isOperationKind, OPERATIONS } from '#server/operator/operation-schemas.ts';

/** Parsed command-line values by option. */
export type Typed = Readonly<Record<string, unknown>>;

/** Returns the command-line name of an argument. */
export function optionOf(name: string, { option }: Argument): string {
  return option ?? name;
}

/** Reads one argument. @throws UsageError if missing or invalid */
export function readArgument<Value>(typed: Typed, name: string, argument: Argument<Value>): Value {
  const { expected, fallback, flags, isPositional, read, summary } = argument;
  const option = optionOf(name, argument);
  const label = isPositional ? `<${option}>` : `--${option}`;
  const given = flags ? Object.keys(flags).filter((flag) => typed[flag] === true) : [typed[option]].flat();
  const [text] = given;
  if (flags && (given.length > 1 || (given.length === 0 && fallback === undefined)))
    throw new UsageError(`Choose ${expected}.`);
  if (text === undefined && fallback !== undefined) return fallback;
  if (text === undefined) throw new UsageError(`${label} is missing: ${summary}.`);
  if (given.length > 1) throw new UsageError(`${label} is given twice.`);
  const value = read(text);
  const shown = typeof text === 'string' ? text : JSON.stringify(text);
  if (value === undefined) throw new UsageError(`${label} is "${shown}", but it must be ${expected}.`);
  return value;
}

/** Returns the operations of a command. */
export function operationsOf(command: string): readonly (readonly [OperationKind, CommandSchema])[] {
  return Object.keys(OPERATIONS)
    .filter(isOperationKind)
    .map((kind): readonly [OperationKind, CommandSchema] => [kind, OPERATIONS[kind]])
    .filter(([, schema]) => schema.command === command);
}

/** Returns the operation chosen by the options. */
export function typedKind(command: string, typed: Typed): OperationKind {
  const operations = operationsOf(command);
  const isTyped = (option: string) => typed[option] !== undefined && typed[option] !== false;
  const [kind] =
    operations.find(([, { when }]) => when !== undefined && isTyped(when)) ??
    operations.find(([, { when }]) => when === undefined) ??
    [];
  if (kind === undefined) throw new Error(`"${command}" has no operation.`);
  return kind;
}

/** Builds an operation from typed and `internal` arguments. @throws UsageError if one is missing or invalid */
export function toOperation(command: string, typed: Typed, internal: Typed = {}): Operation {
  const kind = typedKind(command, typed);
  const schema: Arguments = OPERATIONS[kind].arguments;
  const values = Object.entries(schema).map(([name, argument]) => [
    name,
    internal[name] ?? readArgument(typed, name, argument),
  ]);
  const operation: unknown = { kind, ...Object.fromEntries(values) };
  if (!isOperation(operation)) throw new Error(`The operation ${kind} has wrong arguments.`);
  return operation;
}
