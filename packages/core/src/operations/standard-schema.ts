import * as v from 'valibot';
import { kindOf } from '../input/quote.ts';

/** What a library of schemas has by https://standardschema.dev, as far as it is used here. */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly vendor: string;
    validate(value: unknown): StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly output: Output } | undefined;
  };
}

/** What comes of a value. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
      }[];
    };

/**
 * Returns the schema of another library than valibot, such as zod or arktype, for the body of
 * `defineOperation`. Errors have the library's own messages after the place. The OpenAPI document
 * says of it only that it is JSON. Throws a `TypeError` for what is no Standard Schema, and for one
 * that validates asynchronously. Source: contract §1.10.
 *
 * @example
 * body: { schema: standardSchema(z.object({ text: z.string() })) }
 */
export function standardSchema<Output>(
  schema: StandardSchema<Output>,
): v.GenericSchema<unknown, Output> {
  const given: unknown = schema;
  const isObject = (typeof given === 'object' || typeof given === 'function') && given !== null;
  if (!isObject || !('~standard' in given)) {
    throw new TypeError(
      `standardSchema takes a schema of zod, arktype or another library of standardschema.dev, got ${kindOf(given)}`,
    );
  }
  // Most are found out at once, and not by the first request.
  for (const value of [undefined, {}]) validated(schema, value);
  return v.pipe(
    v.unknown(),
    v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
      const result = validated(schema, value);
      if (result.issues === undefined) return result.value;
      for (const { message, path = [] } of result.issues) {
        const [first, ...others] = path.map((step) => pathItem(step));
        addIssue(first === undefined ? { message } : { message, path: [first, ...others] });
      }
      return NEVER;
    }),
  );
}

function validated<Output>(schema: StandardSchema<Output>, value: unknown): StandardResult<Output> {
  const { vendor, validate } = schema['~standard'];
  const result = validate(value);
  if (!(result instanceof Promise)) return result;
  // Nobody waits for it.
  result.catch(() => {});
  throw new TypeError(
    `standardSchema takes schemas that validate at once, and this one of ${vendor} is asynchronous: look things up in handle`,
  );
}

/** What valibot says of a step; only its key is read. */
function pathItem(step: PropertyKey | { readonly key: PropertyKey }): v.UnknownPathItem {
  const key = typeof step === 'object' ? step.key : step;
  return { type: 'unknown', origin: 'value', input: undefined, key, value: undefined };
}
