import type * as v from 'valibot';
import type { Action } from '../action.ts';
import type { WireFault } from '../wire-fault.ts';

/** One action of rules: in code, as JSON, and the way between the two. */
export interface ActionDefinition<
  Arguments extends readonly unknown[],
  Schema extends v.GenericSchema,
> {
  /** The names of its options, its second argument. */
  readonly options: Readonly<Record<keyof NonNullable<Arguments[1]>, true>>;
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
  const Arguments extends readonly unknown[],
  const Schema extends v.GenericSchema,
>(definition: ActionDefinition<Arguments, Schema>): ActionDefinition<Arguments, Schema> {
  return definition;
}
