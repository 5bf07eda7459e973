import { described, isJsonObject, kindOf, optional, shorten } from '@model-gateway/core/kit';
import {
  assignment,
  destination,
  guardrail,
  member,
  model,
  type MockModel,
} from '@model-gateway/worlds';
import * as v from 'valibot';
import { diagnostic } from '../../diagnostics.ts';
import type { OptionJson } from './option.ts';

type Json = Readonly<Record<string, unknown>>;

/** A record for a builder, as JSON. */
const input = (description: string) => described(v.record(v.string(), v.unknown()), description);

/** The whole catalog as JSON. */
export const MODELS_JSON = described(
  v.array(
    input(
      'A model: `id`, the short-hands `input`, `output`, `context`, `price`, `reasoning`, `signals` and `images`, and every member of a model by its own name. Members that are left out get plausible values derived from the id.',
    ),
  ),
  'The whole catalog.',
);

/** The options that are lists of records, as members of JSON: records as built, or for a builder. */
export const RECORDS_JSON = {
  models: {
    schema: optional(
      v.union([v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)), MODELS_JSON]),
      'The whole catalog, or the number of models to generate.',
    ),
    read: (json: number | readonly Json[]) =>
      typeof json === 'number' ? json : modelsFromJson(json),
  },
  destinations: {
    schema: optional(
      v.array(input('A destination: every member by its own name, `type` and `name` above all.')),
      'The observability destinations.',
    ),
    read: (json: readonly Json[]) => built(json, 'destination', destination),
  },
  members: {
    schema: optional(
      v.array(input('A member: `id`, and every other member by its own name.')),
      'The people of the organization, oldest first.',
    ),
    read: (json: readonly Json[]) => built(json, 'member', member),
  },
  assignments: {
    schema: optional(
      v.array(input('An assignment: `guardrail`, `user`, and every member by its own name.')),
      'The guardrail assignments.',
    ),
    read: (json: readonly Json[]) => json.map((each) => assignment(each)),
  },
  guardrails: {
    schema: optional(
      v.array(input('A guardrail: `name`, and every other member by its own name.')),
      'What guardrails allow; those that are only assigned limit nothing.',
    ),
    read: (json: readonly Json[]) => json.map((each) => guardrail(each)),
  },
} satisfies Readonly<Record<string, OptionJson>>;

export function modelsFromJson(models: readonly Json[]): MockModel[] {
  return built(models, 'model', model);
}

/** Records that are built already stay as they are; of the others the builder makes some. */
function built<Made>(
  records: readonly Json[],
  name: string,
  build: (given: never) => Made,
): Made[] {
  // Builders check what they get; what is built is checked with the rest of the tenant.
  return records.map((record) => (name in record ? (record as Made) : build(record as never)));
}

/**
 * Throws for records that a builder did not make (GW1706), and for two with one id (GW1705).
 * `builder` has the name of the member whose id counts, except for assignments and guardrails.
 */
export function checkRecords(option: string, builder: string) {
  const isBare = builder === 'assignment' || builder === 'guardrail';
  const idOf = isBare ? idIn : (record: unknown) => idOfMember(record, builder);
  return (records: number | readonly unknown[]): void => {
    if (typeof records === 'number') return;
    if (!Array.isArray(records)) {
      const message = `${option} must be a list of what ${builder}({ … }) makes, got ${kindOf(records)}`;
      throw diagnostic('GW1706', message);
    }
    const positions = new Map<string, number>();
    for (const [position, record] of records.entries()) {
      const id = idOf(record);
      if (id === undefined) {
        throw diagnostic(
          'GW1706',
          `${option}[${position}] was not made by ${builder}(), got ` +
            `${shorten(JSON.stringify(record) ?? 'nothing')}: make it with ${builder}({ … })`,
        );
      }
      const earlier = positions.get(id);
      positions.set(id, position);
      if (earlier === undefined) continue;
      const message = `${option}[${earlier}] and ${option}[${position}] have the same id, "${id}"`;
      throw diagnostic('GW1705', message);
    }
  };
}

function idOfMember(record: unknown, name: string): string | undefined {
  return isJsonObject(record) ? idIn(record[name]) : undefined;
}

function idIn(value: unknown): string | undefined {
  return isJsonObject(value) && typeof value['id'] === 'string' ? value['id'] : undefined;
}
