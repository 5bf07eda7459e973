import { isJsonObject } from '@model-gateway/core/kit';
import { toCamelCase, toSnakeCase } from '../../rename-keys.ts';
import type { TelemetryEntry } from '../../telemetry/telemetry.ts';
import type { TelemetryEntryJson } from './telemetry.ts';

/**
 * Returns an entry as JSON: names in snake case, null for what is undefined, and moments, whose names
 * end with `At`, in ISO 8601.
 */
export function telemetryToJson(entry: TelemetryEntry): TelemetryEntryJson {
  // The schema names the same members; a test holds every entry against it.
  return toJson(entry) as TelemetryEntryJson;
}

/** Returns the entry of `telemetryToJson`. */
export function telemetryFromJson(json: TelemetryEntryJson): TelemetryEntry {
  // As above.
  return fromJson(json) as TelemetryEntry;
}

function toJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toJson);
  if (!isJsonObject(value)) return value ?? null;
  return mapped(value, toSnakeCase, (name, member) => {
    if (typeof member === 'number' && name.endsWith('At')) return new Date(member).toISOString();
    return toJson(member);
  });
}

function fromJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromJson);
  if (!isJsonObject(value)) return value ?? undefined;
  return mapped(value, toCamelCase, (name, member) => {
    if (typeof member === 'string' && name.endsWith('_at')) return Date.parse(member);
    return fromJson(member);
  });
}

function mapped(
  members: Readonly<Record<string, unknown>>,
  rename: (name: string) => string,
  convert: (name: string, member: unknown) => unknown,
): Readonly<Record<string, unknown>> {
  const all = Object.entries(members).map(([name, member]) =>
    // The parameters of a request have names of their own.
    name === 'parameters' ? [name, member] : [rename(name), convert(name, member)],
  );
  return Object.fromEntries(all) as Readonly<Record<string, unknown>>;
}
