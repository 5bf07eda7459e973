import { isJsonObject } from '@model-gateway/core/kit';
import * as v from 'valibot';

/**
 * Returns what can be used of a value that breaks its schema: each member that is right by itself, and
 * the default of every other one, or an empty text where it has none.
 */
export function usablePart(schema: v.GenericSchema, value: unknown): unknown {
  const whole = v.safeParse(schema, value);
  if (whole.success) return whole.output;
  const { entries, item } = partsOf(schema);
  if (entries !== undefined) {
    const given = isJsonObject(value) ? value : {};
    return Object.fromEntries(
      Object.entries(entries).map(([name, member]) => [
        name,
        usablePart(member, Object.hasOwn(given, name) ? given[name] : undefined),
      ]),
    );
  }
  if (item !== undefined && Array.isArray(value))
    return value.map((each) => usablePart(item, each));
  const absent = v.safeParse(schema, undefined);
  return absent.success ? absent.output : '';
}

/** What a schema says of members and items. */
interface Parts {
  readonly entries?: Readonly<Record<string, v.GenericSchema>>;
  readonly item?: v.GenericSchema;
}

/** Returns the parts of a schema, through what lets a value be absent or null. */
export function partsOf(schema: v.GenericSchema): Parts {
  // Schemas of valibot that wrap, hold members or hold items have these properties, as their types say.
  const { wrapped, ...parts } = schema as Parts & { readonly wrapped?: v.GenericSchema };
  return wrapped === undefined ? parts : partsOf(wrapped);
}
