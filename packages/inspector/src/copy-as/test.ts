import type { RequestDetail } from '../api/types.ts';
import { indented, quoted, toCode } from './code.ts';
import { toScript } from './script.ts';

/** The runners that a test can be for. */
export type Runner = 'node:test' | 'vitest';

/** The statuses that a rule can fail any operation with, so that the error is the gateway's own. */
const FAILURES = new Set([429, 500, 502, 503, 524, 529]);
/** A longer answer is left to the gateway: it would drown the test. */
const LONGEST_REPLY = 8000;
/** A picture of one pixel, in place of images that would fill the file. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/**
 * Returns a test that gives a request the same answer again. It passes as it is: the request in it
 * is to be replaced by the call of the app under test.
 */
export function toTest(detail: RequestDetail, runner: Runner, basePath: string): string {
  const { operation, unhandled, status } = detail;
  const code = unhandled || status === null ? 404 : status;
  const title = `${operation ?? `${detail.method} ${detail.path}`} is answered with ${code}`;
  const script = toScript([detail]);
  const rule = script?.code ?? ruleFor(detail);
  // A rule for conversations answers whichever model the app asks for, like one that replies.
  const options = script === undefined ? '' : '{ anyModel: true }';
  const isBroken = script !== undefined && detail.stream !== null && detail.stream.end !== 'done';
  const lines = [
    `const gateway = await startMockGateway(${options});`,
    runner === 'vitest'
      ? 'onTestFinished(() => gateway.close());'
      : 't.after(() => gateway.close());',
    ...(rule === undefined ? [] : [rule]),
    '',
    '// Call your app here, with gateway.baseURL and gateway.apiKey.',
    ...requestLines(detail, basePath),
    '',
    runner === 'vitest'
      ? `expect(response.status).toBe(${code});`
      : `assert.equal(response.status, ${code});`,
    isBroken ? "await response.text().catch(() => 'it breaks off');" : 'await response.text();',
    ...expectationLines(detail),
  ];
  const parameter = runner === 'vitest' ? '' : 't';
  return [
    ...importLines(runner, script?.needs ?? []),
    '',
    `test(${quoted(title)}, async (${parameter}) => {`,
    ...lines.map(indented),
    '});',
    '',
  ].join('\n');
}

function importLines(runner: Runner, more: readonly string[]): readonly string[] {
  const names = [...more, 'startMockGateway'].join(', ');
  const mock = `import { ${names} } from '@model-gateway/mock';`;
  if (runner === 'vitest') return [mock, "import { expect, onTestFinished, test } from 'vitest';"];
  return ["import assert from 'node:assert/strict';", "import { test } from 'node:test';", mock];
}

/** A rule that answers as the mock did; undefined where the gateway will do so by itself. */
function ruleFor(detail: RequestDetail): string | undefined {
  const { operation, status, response, unhandled } = detail;
  if (operation === null || unhandled || status === null || response === null) return undefined;
  const on = `gateway.on(${quoted(operation)})`;
  if (FAILURES.has(status)) return `${on}.fail(${status});`;
  const reply = replyOf(detail);
  return reply === undefined ? undefined : `${on}.reply(${reply});`;
}

function replyOf({ status, response }: RequestDetail): string | undefined {
  if (response === null || !response.is_kept) return undefined;
  const events = response.chunks?.flatMap(({ data }) => (data === null ? [] : [withPixels(data)]));
  const told = response.chunks === null ? { json: withPixels(response.body) } : { events };
  const reply = { ...(status !== 200 && { status }), ...told };
  const code = toCode(reply);
  return code.length <= LONGEST_REPLY ? code : undefined;
}

function withPixels(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (name, member: unknown) =>
    name === 'b64_json' && typeof member === 'string' ? PIXEL : member,
  ) as unknown;
}

function requestLines(detail: RequestDetail, basePath: string): readonly string[] {
  const { method, query, body, operation } = detail;
  const path = detail.path.replace(/^\/t\/[^/]+(?=\/)/, '');
  const isApi = path.startsWith(`${basePath}/`);
  const search = new URLSearchParams(query).toString();
  const rest = (isApi ? path.slice(basePath.length) : path) + (search === '' ? '' : `?${search}`);
  const url = `\`\${gateway.${isApi ? 'baseURL' : 'url'}}${rest.replaceAll(/[`$\\]/g, String.raw`\$&`)}\``;
  const key = isManagement(operation) ? 'managementKey' : 'apiKey';
  const headers = [
    `authorization: \`Bearer \${gateway.${key}}\``,
    ...(body === null ? [] : ["'content-type': 'application/json'"]),
  ];
  return [
    `const response = await fetch(${url}, {`,
    ...(method === 'GET' ? [] : [`  method: ${quoted(method)},`]),
    `  headers: { ${headers.join(', ')} },`,
    ...(body === null ? [] : [`  body: ${bodyCode(body).replaceAll('\n', '\n  ')},`]),
    '});',
  ];
}

function bodyCode(body: unknown): string {
  return typeof body === 'string' ? quoted(body) : `JSON.stringify(${toCode(body)})`;
}

function expectationLines({ operation, unhandled, body }: RequestDetail): readonly string[] {
  if (unhandled || operation === null) return ["gateway.requests('unhandled').expectCount(1);"];
  const requests = `gateway.requests(${quoted(operation)}).expectCount(1)`;
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return [isObject ? `${requests}.last().expectBody(${toCode(body)});` : `${requests};`];
}

/** The operations that the inference key may not call. */
function isManagement(operation: string | null): boolean {
  return /^(?:list|update)(?:Destination|Member|Guardrail)/.test(operation ?? '');
}
