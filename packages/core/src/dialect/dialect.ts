import { isJsonObject } from '../json-value.ts';
import type { Model } from '../resources/model.ts';

/**
 * The names that clients use: `gateway` for the contract's own, `openrouter` for those of the
 * public look-alike, so that its official clients work with this gateway. Source: contract §7.
 */
export type DialectName = 'gateway' | 'openrouter';

/** The look-alike's names: ours on the left, theirs on the right. No other file knows them. */
const MODEL_MEMBERS = [['model_hub_id', 'hugging_face_id']] as const;
const BENCHMARK_MEMBERS = [
  ['design_ranking', 'design_arena'],
  ['external_index', 'artificial_analysis'],
] as const;
const SORT_VALUES = [['design-ranking-elo-high-to-low', 'design-arena-elo-high-to-low']] as const;
const ROLES = [
  ['member', 'org:member'],
  ['admin', 'org:admin'],
] as const;

const METADATA = ['gateway_metadata', 'openrouter_metadata'] as const;
const ENVELOPE_MEMBERS = [METADATA] as const;
const METADATA_HEADER = 'x-gateway-metadata';

/** Members of a destination that their clients require and ours lack. */
const DESTINATION_MEMBERS = {
  // We forward everything, everywhere: contract §5.7 has no switch for them.
  broadcast_generation_cost: true,
  broadcast_generation_identity: true,
  broadcast_generation_request_context: true,
  regions: ['global'],
};

type NamePairs = readonly (readonly [ours: string, theirs: string])[];
type JsonObject = Record<string, unknown>;

export interface Dialect {
  /** Translates a model for this dialect's clients. */
  modelToWire(model: Model): unknown;
  /** Translates the JSON of the operation `id` for this dialect's clients. */
  jsonToWire(id: string, answer: unknown): unknown;
  /** Translates the JSON of an error for this dialect's clients. */
  errorToWire(envelope: unknown): unknown;
  /** What clients call `gateway_metadata`. */
  readonly metadataMember: string;
  /** The headers by which clients ask for it. */
  readonly metadataHeaders: readonly string[];
  /** Translates a request's query string to our names, which every dialect accepts. */
  searchFromWire(search: string): string;
}

export const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  gateway: {
    modelToWire: (model) => model,
    jsonToWire: (_id, answer) => answer,
    errorToWire: (envelope) => envelope,
    metadataMember: METADATA[0],
    metadataHeaders: [METADATA_HEADER],
    searchFromWire: (search) => search,
  },
  openrouter: {
    modelToWire: modelToTheirs,
    jsonToWire,
    errorToWire: (envelope) =>
      isJsonObject(envelope) ? rename(envelope, ENVELOPE_MEMBERS) : envelope,
    metadataMember: METADATA[1],
    metadataHeaders: [
      METADATA_HEADER,
      'x-openrouter-metadata',
      'x-openrouter-experimental-metadata',
    ],
    searchFromWire,
  },
};

/** The translation of each record in `data`, for the operations whose records differ. */
const RECORDS: Readonly<Record<string, (record: object) => object>> = {
  getModel: modelToTheirs,
  retrieveModel: modelToTheirs,
  listDestinations: destinationToWire,
  updateDestination: destinationToWire,
  listMembers: (member) => memberRole(member, ROLES),
};

function jsonToWire(id: string, answer: unknown): unknown {
  const toWire = RECORDS[id];
  return toWire === undefined || !isJsonObject(answer) ? answer : changeRecords(id, answer, toWire);
}

/**
 * Translates a response of the operation `id` from the names of `from` to those of `to`, for
 * responses recorded from one and sent to clients of the other. Also translates error envelopes, and
 * the events of a stream one by one.
 */
export function translateAnswer(
  id: string,
  answer: unknown,
  { from, to }: { readonly from: DialectName; readonly to: DialectName },
): unknown {
  if (from === to || !isJsonObject(answer)) return answer;
  const pairs = to === 'gateway' ? reversed(ENVELOPE_MEMBERS) : ENVELOPE_MEMBERS;
  if ('error' in answer || METADATA.some((name) => name in answer)) return rename(answer, pairs);
  // The last event of POST /responses has the whole response in it.
  if ('response' in answer && isJsonObject(answer.response)) {
    return { ...answer, response: rename(answer.response, pairs) };
  }
  if (id === 'listModels' || id === 'listUserModels') {
    return changeRecords(id, answer, to === 'gateway' ? modelToOurs : modelToTheirs);
  }
  return to === 'gateway' ? jsonFromWire(id, answer) : jsonToWire(id, answer);
}

const OUR_RECORDS: Readonly<Record<string, (record: object) => object>> = {
  getModel: modelToOurs,
  retrieveModel: modelToOurs,
  listDestinations: destinationFromWire,
  updateDestination: destinationFromWire,
  listMembers: (member) => memberRole(member, reversed(ROLES)),
};

function jsonFromWire(id: string, answer: object): unknown {
  const fromWire = OUR_RECORDS[id];
  return fromWire === undefined ? answer : changeRecords(id, answer, fromWire);
}

function modelToTheirs(model: object): object {
  return renameModel(model, (pairs) => pairs);
}

function modelToOurs(model: object): object {
  return renameModel(model, reversed);
}

/** Returns the response with each record in `data` changed; `data` may be one record. */
function changeRecords(id: string, answer: object, change: (record: object) => object): unknown {
  // The only one whose record has nothing around it.
  if (id === 'retrieveModel') return change(answer);
  if (!('data' in answer)) return answer;
  const changed = (record: unknown) => (isJsonObject(record) ? change(record) : record);
  const { data } = answer;
  return { ...answer, data: Array.isArray(data) ? data.map(changed) : changed(data) };
}

function destinationFromWire(destination: object): object {
  return Object.fromEntries(
    Object.entries(destination).filter(([name]) => !Object.hasOwn(DESTINATION_MEMBERS, name)),
  );
}

function destinationToWire(destination: object): object {
  const wire: JsonObject = { ...DESTINATION_MEMBERS, ...destination };
  return { ...wire, filter_rules: withoutBooleanValues(wire['filter_rules']) };
}

/**
 * Replaces booleans: there the values of filter rules are text or numbers, and `true` compares like
 * its text.
 */
function withoutBooleanValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutBooleanValues);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === 'value' && typeof member === 'boolean'
        ? String(member)
        : withoutBooleanValues(member),
    ]),
  );
}

function memberRole(member: object, pairs: NamePairs): object {
  if (!('role' in member)) return member;
  const names = new Map<unknown, string>(pairs);
  return { ...member, role: names.get(member.role) ?? member.role };
}

/**
 * Translates a model from a dump of the look-alike to our names; leaves one in our names unchanged.
 */
export function modelFromLookAlike(model: unknown): unknown {
  return isJsonObject(model) ? renameModel(model, reversed) : model;
}

function renameModel(model: object, direction: (pairs: NamePairs) => NamePairs): JsonObject {
  const renamed = rename(model, direction(MODEL_MEMBERS));
  const { benchmarks } = renamed;
  if (isJsonObject(benchmarks))
    renamed['benchmarks'] = rename(benchmarks, direction(BENCHMARK_MEMBERS));
  return renamed;
}

/** Returns the same members in the same order under the right-hand names. */
function rename(object: object, pairs: NamePairs): JsonObject {
  const names = new Map(pairs);
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [names.get(key) ?? key, value]),
  );
}

function reversed(pairs: NamePairs): NamePairs {
  return pairs.map(([ours, theirs]) => [theirs, ours]);
}

/**
 * Translates a query string of any dialect to our names. Parses each pair separately, because a
 * name or a value may be escaped; the rest is unchanged.
 */
export function searchFromWire(search: string): string {
  if (search.length < 2) return search;
  const pairs = search.slice(1).split('&').map(pairFromWire);
  return `?${pairs.join('&')}`;
}

function pairFromWire(pair: string): string {
  const theirs = new URLSearchParams(pair).get('sort');
  const known = SORT_VALUES.find(([, name]) => name === theirs);
  return known === undefined ? pair : `sort=${known[0]}`;
}
