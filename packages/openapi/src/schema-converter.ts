import { isDecimalSchema, type DecimalSchema } from '@model-gateway/core/kit';
import { toJsonSchema, type ConversionConfig } from '@valibot/to-json-schema';
import type { SchemaObject } from './document.ts';

export type WireSchema = Parameters<typeof toJsonSchema>[0];

/**
 * Turns the wire schemas of core into JSON Schema. A schema with a title is written once, in
 * `components`, and referred to elsewhere. Throws for schemas that JSON Schema cannot express.
 */
export class SchemaConverter {
  /** The schemas with a title, by title. */
  readonly components: Record<string, SchemaObject> = {};

  convert(schema: WireSchema): SchemaObject {
    const { $schema: _dialect, ...converted } = toJsonSchema(schema, {
      target: 'draft-2020-12',
      overrideSchema,
      overrideAction: (context) => this.#overrideAction(context),
    });
    return converted;
  }

  #overrideAction({ valibotAction, jsonSchema }: ActionContext): SchemaObject | undefined {
    if (valibotAction.type === 'regex') return lengthOf(valibotAction, jsonSchema);
    if (UNSAID.has(valibotAction.type)) return jsonSchema;
    const { title, ...schema } = jsonSchema;
    return title === undefined ? undefined : this.#refer(title, schema);
  }

  #refer(title: string, { description, ...rules }: SchemaObject): SchemaObject {
    const schema = description === undefined ? rules : { description, ...rules };
    const known = (this.components[title] ??= schema);
    if (JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`two different schemas have the title ${title}; rename one of them`);
    }
    return { $ref: `#/components/schemas/${title}` };
  }
}

/** Rules that JSON Schema cannot express and that may be left to the description. */
const UNSAID = new Set(['check', 'raw_transform', 'to_lower_case']);

type SchemaContext = Parameters<NonNullable<ConversionConfig['overrideSchema']>>[0];
type ActionContext = Parameters<NonNullable<ConversionConfig['overrideAction']>>[0];

/** Shortens what the library writes. */
function overrideSchema({ valibotSchema, jsonSchema }: SchemaContext): SchemaObject | undefined {
  const { required, propertyNames: _anyName, ...schema } = jsonSchema;
  if (isDecimalSchema(valibotSchema)) return numberOf(valibotSchema);
  switch (valibotSchema.type) {
    case 'nullable':
      return orNull(jsonSchema);
    case 'object':
    case 'strict_object':
      return required?.length === 0 ? schema : undefined;
    case 'record':
      return isEmpty(schema.additionalProperties)
        ? { ...schema, additionalProperties: true }
        : schema;
    default:
      return undefined;
  }
}

/** For clients it is an ordinary number; keeping all its digits is up to the gateway's reader. */
function numberOf({ minimum, maximum }: DecimalSchema): SchemaObject {
  return { type: 'number', minimum, ...(maximum !== undefined && { maximum }) };
}

/** Writes `type: [string, "null"]` instead of a choice between two schemas of one type each. */
function orNull(choice: SchemaObject): SchemaObject | undefined {
  const [schema] = choice.anyOf ?? [];
  if (typeof schema !== 'object' || typeof schema.type !== 'string') return undefined;
  const nullable: SchemaObject = { ...schema, type: [schema.type, 'null'] };
  return schema.enum === undefined ? nullable : { ...nullable, enum: [...schema.enum, null] };
}

function isEmpty(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && Object.keys(schema).length === 0;
}

const ANY_TEXT = /^\^\[\^\]\{(\d+),(\d+)\}\$$/;

/** Turns a pattern that only counts characters into lengths: JSON Schema ignores its flags. */
function lengthOf(
  action: ActionContext['valibotAction'],
  jsonSchema: SchemaObject,
): SchemaObject | undefined {
  const pattern = 'requirement' in action ? action.requirement : undefined;
  const lengths = pattern instanceof RegExp ? ANY_TEXT.exec(pattern.source) : null;
  if (lengths === null) return undefined;
  const { pattern: _counts, ...schema } = jsonSchema;
  const least = Number(lengths[1]);
  return { ...schema, ...(least > 0 && { minLength: least }), maxLength: Number(lengths[2]) };
}
