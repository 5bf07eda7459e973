import { controlResponse } from '../api/control.ts';

/** A query parameter of GET /models, as the API's OpenAPI document describes it. */
export interface QueryParameter {
  readonly name: string;
  readonly description: string;
  /** The control that it is shown as. */
  readonly kind: 'choice' | 'choices' | 'number' | 'texts' | 'text';
  readonly choices: readonly string[];
  readonly min: number | undefined;
  readonly max: number | undefined;
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | null)[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
}

interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly parameters?: readonly {
              readonly name: string;
              readonly in: string;
              readonly description?: string;
              readonly schema: Schema;
            }[];
          }
        >
      >
    >
  >;
}

/** What pages the list and what asks for the feed have controls of their own. */
const NOT_A_FILTER = new Set(['offset', 'limit', 'use_rss', 'use_rss_chat_links']);

/** Resolves to every filter and sort of GET /models. */
export async function modelParameters(): Promise<readonly QueryParameter[]> {
  const response = await controlResponse('GET', '/api/openapi.json');
  // The mock makes the document from its own operations.
  const { paths } = (await response.json()) as Document;
  const parameters = paths['/models']?.['get']?.parameters ?? [];
  return parameters
    .filter((parameter) => parameter.in === 'query' && !NOT_A_FILTER.has(parameter.name))
    .map(({ name, description = '', schema }) => ({
      name,
      description,
      kind: kindOf(schema),
      choices: (schema.enum ?? schema.items?.enum ?? []).filter((choice) => choice !== null),
      min: schema.minimum,
      max: schema.maximum,
    }));
}

function kindOf({ type, enum: choices, items }: Schema): QueryParameter['kind'] {
  if (choices !== undefined) return 'choice';
  if (items !== undefined) return items.enum === undefined ? 'texts' : 'choices';
  const types = [type].flat();
  return types.includes('number') || types.includes('integer') ? 'number' : 'text';
}
