import type * as v from 'valibot';
import type { Action } from '../action.ts';
import type { WireFault } from '../wire-fault.ts';

/** The arguments of an action: what it does, then its options. */
export type ActionArguments = readonly [argument: unknown, options?: object | undefined];

/** One action of rules: in code, as JSON, and the way between the two. */
export interface ActionDefinition<
  Arguments extends ActionArguments,
  Schema extends v.GenericSchema,
> {
  /**
   * The names of its options, its second argument. An action without a second argument is an error
   * of types: its first would pass for an argument, and nobody would look at its names.
   */
  readonly options: 2 extends Arguments['length']
    ? Readonly<Record<keyof NonNullable<Arguments[1]>, true>>
    : never;
  /** Creates the action; throws for invalid arguments. */
  create(...args: Arguments): Action<WireFault>;
  /** Its member of a rule in JSON; `create` checks the rest. */
  readonly schema: Schema;
  fromJson(json: v.InferOutput<Schema>): Arguments;
  /** Throws GW1606 for what cannot be sent. */
  toJson(...args: Arguments): v.InferInput<Schema>;
}

/** Returns `definition` unchanged, with its types inferred. */
export function defineAction<
  const Arguments extends ActionArguments,
  const Schema extends v.GenericSchema,
>(definition: ActionDefinition<Arguments, Schema>): ActionDefinition<Arguments, Schema> {
  return definition;
}
