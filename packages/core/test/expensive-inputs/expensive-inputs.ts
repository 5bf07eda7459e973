import type { Operation } from '@model-gateway/core';
import type * as v from 'valibot';
import { uuid } from '../admin-builders.ts';
import { MODEL } from '../images/image-builders.ts';
import { HOSTILE_TEXTS, HOSTILE_VALUES } from './hostile-values.ts';

/** A request as it goes to the gateway. */
export interface HostileRequest {
  readonly path: string;
  readonly search: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Requests that grow with `size`, one after the other to one gateway. */
export interface ExpensiveInput {
  readonly name: string;
  readonly requests: (size: number) => readonly HostileRequest[];
}

/** Destinations of a kind that nothing is known of, and of one whose config is checked. */
export const UNKNOWN_KIND = uuid(3);
export const KNOWN_KIND = uuid(1);

/** What makes an operation go as far as it can; the hostile member is added to it. */
const USUAL_BODY: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  createImage: { model: MODEL, prompt: 'x' },
  updateDestination: {},
};

/** Headers that the gateway reads. */
const HEADERS = ['authorization', 'host', 'if-match', 'if-none-match', 'x-request-id'];

/**
 * Every place of an operation's input, derived from its schemas, with every hostile value in it: so
 * a member that is added to a schema is covered without a line here.
 */
export function expensiveInputsOf(operation: Operation): readonly ExpensiveInput[] {
  const paths = pathsOf(operation);
  const [path = operation.path] = paths;
  const plain = { path, search: '', headers: {}, body: usualBody(operation) };
  return [
    ...queryNames(operation).map((name) => ({
      name: `?${name} many times`,
      requests: (size: number) => [
        {
          ...plain,
          search: `?${Array.from({ length: size }, (_, i) => `${name}=${i}`).join('&')}`,
        },
      ],
    })),
    ...bodyPlaces(operation).flatMap(({ place, bodyWith }) =>
      Object.entries(HOSTILE_VALUES).map(([name, make]) => ({
        name: `${name} in ${place}`,
        requests: (size: number) =>
          roundsOf(operation).flatMap((round) => {
            const body = bodyWith(make(size, round));
            return paths.map((each) => ({ ...plain, path: each, body }));
          }),
      })),
    ),
    ...Object.entries(HOSTILE_TEXTS).flatMap(([name, make]) => [
      ...queryPlaces(operation).map(({ place, searchWith }) => ({
        name: `${name} in ${place}`,
        requests: (size: number) => [{ ...plain, search: searchWith(make(size)) }],
      })),
      ...pathPlaces(operation).map(({ place, pathWith }) => ({
        name: `${name} in ${place}`,
        requests: (size: number) => [{ ...plain, path: pathWith(make(size)) }],
      })),
      ...HEADERS.map((header) => ({
        name: `${name} in the header ${header}`,
        requests: (size: number) => [{ ...plain, headers: { [header]: make(size) } }],
      })),
    ]),
  ];
}

/** Changes are sent twice: the second one is compared with what the first has stored. */
function roundsOf({ method }: Operation): readonly number[] {
  return method === 'PATCH' ? [0, 1] : [0];
}

function usualBody({ id, body }: Operation): string | undefined {
  return body && JSON.stringify(USUAL_BODY[id] ?? {});
}

interface BodyPlace {
  readonly place: string;
  readonly bodyWith: (json: string) => string;
}

function bodyPlaces({ id, body }: Operation): readonly BodyPlace[] {
  if (body === undefined) return [];
  const usual = USUAL_BODY[id] ?? {};
  const inMember = ({ place, bodyWith }: BodyPlace, name: string): BodyPlace => ({
    place,
    bodyWith: (json) => {
      const others = Object.entries(usual).filter(([other]) => other !== name);
      const members = others.map(([other, value]) => `"${other}":${JSON.stringify(value)}`);
      return `{${[...members, `"${name}":${bodyWith(json)}`].join(',')}}`;
    },
  });
  const members = Object.entries(entriesOf(body.schema)).flatMap(([name, schema]) =>
    placesIn(name, schema).map((place) => inMember(place, name)),
  );
  const whole = { place: 'the body', bodyWith: (json: string) => json };
  const unknown = { place: 'an unknown member', bodyWith: (json: string) => json };
  return [whole, inMember(unknown, 'trace'), ...members];
}

/** The place itself and all places inside it; lists and records have one item there. */
function placesIn(place: string, schema: v.GenericSchema): readonly BodyPlace[] {
  const inner = unwrapped(schema);
  const own = { place, bodyWith: (json: string) => json };
  const inside = (step: string, item: v.GenericSchema, around: (json: string) => string) =>
    placesIn(place + step, item).map(({ place: name, bodyWith }) => ({
      place: name,
      bodyWith: (json: string) => around(bodyWith(json)),
    }));
  if (inner.type === 'array') {
    // Schemas of lists have `item`.
    const { item } = inner as unknown as { item: v.GenericSchema };
    return [own, ...inside('[0]', item, (json) => `[${json}]`)];
  }
  if (inner.type === 'record') {
    // Schemas of records have `value`.
    const { value } = inner as unknown as { value: v.GenericSchema };
    return [own, ...inside('.one', value, (json) => `{"one":${json}}`)];
  }
  const entries = Object.entries(entriesOf(inner));
  return [
    own,
    ...entries.flatMap(([name, member]) => {
      const others = entries.filter(([other]) => other !== name);
      const usual = others.flatMap(([other, each]) => {
        const json = usualValue(each);
        return json === undefined ? [] : [`"${other}":${json}`];
      });
      return inside(`.${name}`, member, (json) => `{${[...usual, `"${name}":${json}`].join(',')}}`);
    }),
  ];
}

/** JSON of a value that the schema takes; undefined for a member that may be left out. */
function usualValue(schema: v.GenericSchema): string | undefined {
  if (schema.type === 'optional') return undefined;
  const inner = unwrapped(schema);
  if (inner.type === 'array') return '[]';
  if (inner.type === 'picklist') {
    // Schemas of words have `options`.
    return JSON.stringify((inner as unknown as { options: readonly string[] }).options[0]);
  }
  if (inner.type === 'string') return '"data:image/png;base64,AAAA"';
  const members = Object.entries(entriesOf(inner)).flatMap(([name, member]) => {
    const json = usualValue(member);
    return json === undefined ? [] : [`"${name}":${json}`];
  });
  return `{${members.join(',')}}`;
}

function unwrapped(schema: v.GenericSchema): v.GenericSchema {
  let inner = schema;
  // What is optional or nullable has `wrapped`.
  while ('wrapped' in inner) inner = inner.wrapped as v.GenericSchema;
  return inner;
}

function entriesOf(schema: v.GenericSchema): Readonly<Record<string, v.GenericSchema>> {
  // Schemas of objects have `entries`, which are schemas.
  return 'entries' in schema ? (schema.entries as Readonly<Record<string, v.GenericSchema>>) : {};
}

function queryNames({ query }: Operation): readonly string[] {
  return [...Object.keys(query.entries), 'unknown'];
}

function queryPlaces(operation: Operation) {
  return [
    ...queryNames(operation).map((name) => ({
      place: `?${name}`,
      searchWith: (text: string) => `?${name}=${encodedInQuery(text)}`,
    })),
    { place: 'the query', searchWith: (text: string) => `?${text.replaceAll('#', '')}` },
  ];
}

function pathPlaces({ path, params }: Operation) {
  return [
    ...Object.keys(params.entries).map((name) => ({
      place: `{${name}}`,
      pathWith: (text: string) => path.replace(`:${name}`, encoded(text)),
    })),
    { place: 'the path', pathWith: (text: string) => `/${text.replaceAll(/[?#]/g, '')}` },
    { place: 'the steps of the path', pathWith: inSteps },
  ];
}

const encoded = once(encodeURIComponent);
const encodedInQuery = once((text) => encoded(text).replaceAll('%2C', ','));
const inSteps = once((text) => `/${Array.from(text).join('/')}`);

/** The same function, which writes each of the few texts once: every operation asks for them. */
function once(write: (text: string) => string): (text: string) => string {
  const written = new Map<string, string>();
  return (text) => {
    const known = written.get(text) ?? write(text);
    written.set(text, known);
    return known;
  };
}

function pathsOf({ path, params }: Operation): readonly string[] {
  if (Object.keys(params.entries).length === 0) return [path];
  return [UNKNOWN_KIND, KNOWN_KIND].map((id) => path.replace(':id', id));
}
