import type { OpenApiDocument, OperationObject } from '@model-gateway/openapi';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import type { Answer } from './answers.ts';

/** What is wrong with an answer; empty when it is as the document says. */
export type ResponseCheck = (operationId: string, answer: Answer) => readonly string[];

/** Headers of HTTP itself, of browsers' rules and of connections, which the document leaves out. */
const UNDOCUMENTED =
  /^(content-(type|length)|vary|x-content-type-options|x-accel-buffering|access-control-.*)$/;

/**
 * Checks answers against an OpenAPI document: status, headers, media type and body. It is stricter
 * than a client should be: a member or a header that the document does not name is a problem.
 */
export function createResponseCheck(document: OpenApiDocument): ResponseCheck {
  const validate = createValidator(document);
  const operations = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const place = `#/paths/${path.replaceAll('/', '~1')}/${method}/responses`;
        return [operation.operationId, { operation, place }] as const;
      }),
    ),
  );

  return (operationId, answer) => {
    const found = operations.get(operationId);
    if (found === undefined) return [`${operationId} is no operation of the document`];
    const response = found.operation.responses[answer.status];
    if (response === undefined) return [`${operationId} has no status ${answer.status}`];
    const place = `${found.place}/${answer.status}`;
    return [
      ...headerProblems(response, answer),
      ...bodyProblems(response, answer, `${place}/content`),
    ];
  };

  function headerProblems({ headers }: Response, answer: Answer): string[] {
    const extra = Object.keys(answer.headers).filter(
      (name) => !Object.hasOwn(headers, name) && !UNDOCUMENTED.test(name),
    );
    const problems = extra.map((name) => `the header ${name} is not in the document`);
    for (const name of Object.keys(headers)) {
      const value = answer.headers[name];
      const header = document.components.headers[name];
      if (value === undefined) {
        if (header?.required === true) problems.push(`the header ${name} is missing`);
        continue;
      }
      const typed = header?.schema.type === 'integer' ? Number(value) : value;
      problems.push(...validate(`#/components/headers/${name}/schema`, typed, name));
    }
    return problems;
  }

  function bodyProblems({ content }: Response, { headers, text }: Answer, place: string): string[] {
    const type = headers['content-type']?.split(';')[0];
    if (content === undefined) return text === '' ? [] : ['there should be no body'];
    if (type === undefined || content[type] === undefined) return [`the media type is ${type}`];
    const schema = `${place}/${type.replaceAll('/', '~1')}/schema`;
    if (type === 'application/json') return validate(schema, JSON.parse(text), 'body');
    if (type !== 'text/event-stream') return validate(schema, text, 'body');
    const payloads = payloadsOf(text);
    const last = payloads.at(-1);
    if (last === '[DONE]') payloads.pop();
    else if (!ENDS.test(last ?? '')) return [`the stream ends with ${last}`];
    return payloads.flatMap((data, i) => validate(schema, JSON.parse(data), `event ${i}`));
  }
}

type Response = OperationObject['responses'][string];

/** The data of each event; throws at anything but `data: …`, with a name or without, and comments. */
function payloadsOf(stream: string): string[] {
  return stream
    .split('\n\n')
    .filter((event) => event !== '' && !event.startsWith(':'))
    .map((event) => {
      const data = /^(?:event: [\w.]+\n)?data: (.*)$/.exec(event)?.[1];
      if (data === undefined) throw new Error(`no event: ${event.slice(0, 80)}`);
      return data;
    });
}

function createValidator(document: OpenApiDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajvFormats.default(ajv);
  ajv.addSchema(closed(document), 'openapi.json');
  const known = new Map<string, ValidateFunction>();
  return (place: string, value: unknown, what: string): string[] => {
    const isValid = known.get(place) ?? ajv.compile({ $ref: `openapi.json${place}` });
    known.set(place, isValid);
    return isValid(value) ? [] : [`${what}: ${ajv.errorsText(isValid.errors?.slice(0, 5))}`];
  };
}

/** The document with every object closed to members that it does not name. */
function closed(value: unknown): Record<string, unknown> {
  return JSON.parse(
    JSON.stringify(value, (_key, part: unknown) =>
      typeof part === 'object' && part !== null && 'properties' in part
        ? { additionalProperties: false, ...part }
        : part,
    ),
  );
}

/** The last events of dialects that do not end with a mark. */
const ENDS = /^\{"type":"(?:message_stop|response\.completed|response\.incomplete)"/;
