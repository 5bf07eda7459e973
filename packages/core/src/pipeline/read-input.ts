import * as v from 'valibot';
import { invalidRequest, type RequestIssue } from '../errors.ts';
import { BodyMemory } from '../bytes/body-memory.ts';
import { createBodyCheck } from '../input/check-body.ts';
import { describeSchema } from '../input/describe-schema.ts';
import type { RequestBody } from '../http/message.ts';
import { createQueryReader } from '../input/query-string.ts';
import { quote } from '../input/quote.ts';
import { withStrings } from '../input/long-texts.ts';
import { createPiecesReader, type JsonReading } from '../input/read-json.ts';
import { shapeOf } from '../input/schema-shape.ts';
import { unsafeValue } from '../input/unsafe-value.ts';
import { andThen, type MaybePromise } from '../ports/maybe-promise.ts';
import type { BodyRule, Operation } from '../operations/operation.ts';
import { decodeSegment } from './router.ts';

/** The checked input of an operation. */
export interface Input {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  /** That of long texts in `body`, if it may be freed. */
  readonly memory?: BodyMemory | undefined;
}

/** The parts of a request that the reader needs; `search` is already in our dialect. */
export interface RawInput {
  readonly params: Readonly<Record<string, string>>;
  readonly search: string;
  readonly body: RequestBody;
  /** The request's `content-encoding`. */
  readonly encoding?: string | undefined;
}

/** Reads the input of an operation; throws the 400s and the 413. */
type InputReader = (raw: RawInput) => MaybePromise<Input>;

/**
 * Prepares reading of an operation's input. Throws the 400s and the 413: path and query before the
 * body, all problems of a step together. Source: contract §1.1–1.5.
 */
export function createInputReader(
  operation: Pick<Operation, 'params' | 'query' | 'body'>,
  maxBodyBytes: number,
): InputReader {
  let read: InputReader | undefined;
  // Only with the first request, so that a process starts sooner that answers few operations.
  return (raw) => (read ??= prepare(operation, maxBodyBytes))(raw);
}

function prepare(
  operation: Pick<Operation, 'params' | 'query' | 'body'>,
  maxBodyBytes: number,
): InputReader {
  const readQuery = createQueryReader(operation.query);
  const readBody = operation.body && createBodyReader(operation.body, maxBodyBytes);
  const paramEntries = Object.entries(operation.params.entries);

  return ({ params, search, body, encoding }) => {
    const issues: RequestIssue[] = [];
    const path: Record<string, unknown> = {};
    for (const [name, schema] of paramEntries) {
      const reading = readParam(name, params[name] ?? '', schema);
      if (reading.ok) path[name] = reading.value;
      else issues.push(reading.issue);
    }
    const query = readQuery(search);
    if (!query.ok) issues.push(...query.issues);
    refuse(issues);
    const input = { params: path, query: query.ok ? query.query : undefined, body: undefined };
    return readBody === undefined ? input : readBody(input, body, encoding);
  };
}

function readParam(name: string, raw: string, schema: v.GenericSchema): JsonReading {
  const refused = (sentence: string, given: string): JsonReading => {
    return {
      ok: false,
      issue: { path: name, message: `${name} ${sentence}, got ${quote(given)}` },
    };
  };
  const text = decodeSegment(raw);
  if (text === undefined) return refused('holds a malformed percent-escape', raw);
  const result = v.safeParse(schema, text);
  if (result.success) return { ok: true, value: result.output };
  return refused(`must be ${describeSchema(schema)}`, text);
}

function createBodyReader(
  rule: BodyRule,
  limitBytes: number,
): (input: Input, body: RequestBody, encoding: string | undefined) => MaybePromise<Input> {
  const readJson = createPiecesReader(rule.schema, rule.exact);
  const shape = shapeOf(rule.schema);
  const check = createBodyCheck(rule);
  // Where every member is optional, so is the body.
  const isOptional = v.is(rule.schema, {});

  const parsed = (value: unknown): JsonReading => {
    const issue = unsafeValue(value, shape);
    return issue === undefined ? { ok: true, value } : { ok: false, issue };
  };
  const parse = (pieces: readonly Uint8Array[], memory: BodyMemory | undefined): JsonReading => {
    const isNothing = isOptional && pieces.every(({ byteLength }) => byteLength === 0);
    return isNothing ? { ok: true, value: {} } : readJson(pieces, memory);
  };

  return ({ params, query }, body, encoding) => {
    const memory = memoryOf(body);
    const judge = (json: JsonReading): Input => {
      if (!json.ok) throw invalidRequest([withEncoding(json.issue, body, encoding)]);
      const reading = check(json.value);
      if (reading.ok) return { params, query, body: reading.body, memory };
      // What is wrong is said, and judged, of the texts themselves.
      const again = body.kind === 'bytes' ? check(withStrings(json.value)) : reading;
      if (!again.ok) throw invalidRequest(again.issues, again.more);
      return { params, query, body: again.body, memory };
    };
    return body.kind === 'parsed'
      ? judge(parsed(body.value))
      : andThen(piecesOf(body, limitBytes), (pieces) => judge(parse(pieces, memory)));
  };
}

type Pieces = readonly Uint8Array[];

function piecesOf(body: RequestBody, limitBytes: number): MaybePromise<Pieces> {
  if (body.kind !== 'bytes') return [];
  return body.readPieces?.(limitBytes) ?? body.read(limitBytes).then((whole) => [whole]);
}

/** Undefined where it may not be freed: what is read whole, the host may have, too. */
function memoryOf(body: RequestBody): BodyMemory | undefined {
  if (body.kind !== 'bytes' || body.readPieces === undefined) return undefined;
  return body.free && new BodyMemory(body.free);
}

/** Says of bytes that cannot be read that they are compressed, where they came so. */
function withEncoding(
  { path, message }: RequestIssue,
  { kind }: RequestBody,
  encoding = '',
): RequestIssue {
  const isPlain = encoding === '' || encoding.toLowerCase() === 'identity';
  if (kind !== 'bytes' || path !== 'body' || isPlain) return { path, message };
  const came = `it came with content-encoding ${quote(encoding)}`;
  return { path, message: `${message}; ${came}, and compressed bodies are not read` };
}

function refuse(issues: readonly RequestIssue[]): void {
  if (issues.length > 0) throw invalidRequest(issues);
}
