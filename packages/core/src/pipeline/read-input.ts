import * as v from 'valibot';
import { invalidRequest, type RequestIssue } from '../errors.ts';
import { createBodyCheck } from '../http/check-body.ts';
import { describeSchema } from '../http/describe-schema.ts';
import type { RequestBody } from '../http/message.ts';
import { createQueryReader } from '../http/query-string.ts';
import { quote } from '../http/quote.ts';
import { readJson } from '../http/read-json.ts';
import { unsafeValue } from '../http/unsafe-value.ts';
import type { BodyRule, Operation } from '../operations/define-operation.ts';
import { decodeSegment } from './router.ts';

/** What a client sent, as an operation takes it. */
export interface Input {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** What the reader needs of a request; `search` is in our names already. */
export interface RawInput {
  readonly params: Readonly<Record<string, string>>;
  readonly search: string;
  readonly body: RequestBody;
}

/**
 * Prepares reading of an operation's input. It throws the 400s and the 413, path and query before
 * the body, every problem of a step at once. Source: decisions §1.1–1.5.
 */
export function createInputReader(
  operation: Pick<Operation, 'params' | 'query' | 'body'>,
  maxBodyBytes: number,
): (raw: RawInput) => Input | Promise<Input> {
  const readQuery = createQueryReader(operation.query);
  const readBody = operation.body && createBodyReader(operation.body, maxBodyBytes);
  const paramEntries = Object.entries(operation.params.entries);

  return ({ params, search, body }) => {
    const issues: RequestIssue[] = [];
    const path: Record<string, unknown> = {};
    for (const [name, schema] of paramEntries) {
      const reading = readParam(name, params[name] ?? '', schema);
      if (typeof reading === 'string') path[name] = reading;
      else issues.push(reading);
    }
    const query = readQuery(search);
    if (!query.ok) issues.push(...query.issues);
    refuse(issues);
    const input = { params: path, query: query.ok ? query.query : undefined, body: undefined };
    return readBody === undefined
      ? input
      : readBody(body).then((read) => ({ ...input, body: read }));
  };
}

function readParam(name: string, raw: string, schema: v.GenericSchema): string | RequestIssue {
  const text = decodeSegment(raw);
  if (text === undefined) {
    return { path: name, message: `${name} holds a malformed percent-escape, got ${quote(raw)}` };
  }
  const [issue] = v.safeParse(schema, text).issues ?? [];
  if (issue === undefined) return text;
  return { path: name, message: `${name} must be ${describeSchema(schema)}, got ${quote(text)}` };
}

function createBodyReader(
  rule: BodyRule,
  limitBytes: number,
): (body: RequestBody) => Promise<unknown> {
  const check = createBodyCheck(rule);
  return async (body) => {
    const reading = check(await parsedBody(body, limitBytes));
    if (!reading.ok) throw invalidRequest(reading.issues);
    return reading.body;
  };
}

async function parsedBody(body: RequestBody, limitBytes: number): Promise<unknown> {
  if (body.kind === 'parsed') {
    const issue = unsafeValue(body.value);
    if (issue !== undefined) throw invalidRequest([issue]);
    return body.value;
  }
  const bytes = body.kind === 'none' ? new Uint8Array() : await body.read(limitBytes);
  const reading = readJson(bytes);
  if (!reading.ok) throw invalidRequest([reading.issue]);
  return reading.value;
}

function refuse(issues: readonly RequestIssue[]): void {
  if (issues.length > 0) throw invalidRequest(issues);
}
