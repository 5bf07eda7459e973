import type { Destination } from '@model-gateway/core';

/** Returns the patch of what a form changed: members that stayed are left out. */
export function patchFrom(destination: Destination, form: FormData): Record<string, unknown> {
  const given: Readonly<Record<string, unknown>> = {
    name: form.get('name'),
    enabled: form.has('enabled'),
    privacy_mode: form.has('privacy_mode'),
    sampling_rate: Number(form.get('sampling_rate')),
    filter_rules: parsed(form.get('filter_rules')),
  };
  const known = new Map<string, unknown>(Object.entries(destination));
  const changed = Object.entries(given).filter(([name, value]) => !isSame(value, known.get(name)));
  const config = Object.entries(destination.config).flatMap(
    ([name, value]): [string, unknown][] => {
      const next = valueLike(value, form.get(`config.${name}`), form.has(`config.${name}`));
      return isSame(next, value) ? [] : [[name, next]];
    },
  );
  return {
    ...Object.fromEntries(changed),
    ...(config.length > 0 && { config: Object.fromEntries(config) }),
  };
}

/** The value of a field, of the type that the member had. */
function valueLike(value: unknown, field: FormDataEntryValue | null, isThere: boolean): unknown {
  if (typeof value === 'boolean') return isThere;
  if (typeof value === 'number') return Number(field);
  if (typeof value === 'string') return field;
  return parsed(field);
}

function parsed(text: FormDataEntryValue | null): unknown {
  const value: unknown = typeof text === 'string' && text.trim() !== '' ? JSON.parse(text) : null;
  return value;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
