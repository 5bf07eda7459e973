import { memberOf } from '../api/member-of.ts';

/** A tool that a request offers. */
export interface OfferedTool {
  readonly name: string;
  /** JSON Schema. */
  readonly parameters: unknown;
}

/** Returns the tools in a body, whichever dialect it is in. */
export function toolsIn(body: unknown): readonly OfferedTool[] {
  const tools = memberOf(body, 'tools');
  if (!Array.isArray(tools)) return [];
  return tools.flatMap((tool: unknown) => {
    const called = memberOf(tool, 'function') ?? tool;
    const name = memberOf(called, 'name');
    if (typeof name !== 'string') return [];
    return [
      { name, parameters: memberOf(called, 'parameters') ?? memberOf(called, 'input_schema') },
    ];
  });
}

/** Returns arguments to be filled in: a value of the right type for each member of the schema. */
export function argumentsFor(tool: OfferedTool | undefined): object {
  const properties = memberOf(tool?.parameters, 'properties');
  if (typeof properties !== 'object' || properties === null) return {};
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, valueFor(schema)]),
  );
}

function valueFor(schema: unknown): unknown {
  const choices = memberOf(schema, 'enum');
  if (Array.isArray(choices)) return choices[0];
  const type = memberOf(schema, 'type');
  if (type === 'object') return argumentsFor({ name: '', parameters: schema });
  if (type === 'array') return [];
  if (type === 'boolean') return false;
  return type === 'number' || type === 'integer' ? 0 : '';
}
