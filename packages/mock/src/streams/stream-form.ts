import { ERRORS, type ErrorName } from '@model-gateway/core';
import type { ServerSentEvent } from '@model-gateway/core/http';
import { GATEWAY_OPERATIONS, isJsonObject, jsonIn, type JsonObject } from '@model-gateway/core/kit';
import { errorOfStatus, withStatus } from '../http/error-of-status.ts';
import { errorEvent, type StreamError } from './stream-error.ts';

/** The events of a stream that were sent, oldest first; those without text are left out. */
export type SentEvents = readonly ServerSentEvent[];

/** How the streams of an operation say things: what of them is content, and how they end. */
export interface StreamForm {
  /** Whether an event has something that the model said: no role, no ping, no start of a block. */
  isDelta(event: ServerSentEvent): boolean;
  /** Whether an event is the stream's own sign that all of it came. */
  isLast(event: ServerSentEvent): boolean;
  /** Returns the sign that all came, for a stream that was cut after these events. */
  whole(sent: SentEvents): readonly ServerSentEvent[];
  /** Returns the end of a stream that breaks after these events. */
  broken(error: StreamError | undefined, sent: SentEvents): readonly ServerSentEvent[];
}

/** Returns the form of an operation's streams; own operations and routes have that of images. */
export function streamFormOf(operation: string): StreamForm {
  return (Object.hasOwn(FORMS, operation) ? FORMS[operation] : undefined) ?? PLAIN;
}

/** Whether an event is the sign that all of a stream came, in one of the forms. */
export function isLastEvent(event: ServerSentEvent): boolean {
  return [PLAIN, ...Object.values(FORMS)].some((form) => form.isLast(event));
}

/** Whether it is an event, and no comment. */
export function isEvent({ data, dataParts }: ServerSentEvent): boolean {
  return data !== undefined || dataParts !== undefined;
}

const DONE: ServerSentEvent = { data: '[DONE]' };

/** Events of images. Source: contract §4.5. */
const PLAIN: StreamForm = {
  isDelta: isEvent,
  isLast: ({ data }) => data === DONE.data,
  whole: () => [DONE],
  broken: (error) => [errorEvent(error), DONE],
};

/** Source: contract §12.5, §12.7. */
const COMPLETIONS: StreamForm = {
  ...PLAIN,
  isDelta: (event) => listIn(jsonOf(event)['choices']).some(saysSomething),
  broken(error, sent) {
    const { error: written } = writtenError('createChatCompletion', error);
    const { type } = error ?? {};
    const metadata = type === undefined ? {} : { metadata: { error_type: type } };
    const delta = { role: 'assistant', content: '' };
    const choice = { index: 0, delta, finish_reason: 'error', native_finish_reason: null };
    const chunk = { ...headIn(sent), choices: [choice], error: { ...written, ...metadata } };
    return [{ data: JSON.stringify(chunk) }, DONE];
  },
};

const PIECES = ['text', 'thinking', 'partial_json'];

/** Source: contract §13.3, §13.4. */
const MESSAGES: StreamForm = {
  isDelta(event) {
    const { delta } = jsonOf(event);
    return event.event === 'content_block_delta' && PIECES.some((name) => isSaid(delta, name));
  },
  isLast: ({ event }) => event === 'message_stop',
  whole: () => [named({ type: 'message_stop' })],
  broken(error) {
    const { error: written } = writtenError('createMessage', error);
    const { type } = error ?? {};
    return [named({ type: 'error', error: { ...written, ...(type !== undefined && { type }) } })];
  },
};

/** The words of the interface for what ends a stream; all others are the server's. */
const CODES: Readonly<Partial<Record<ErrorName, string>>> = {
  invalidRequest: 'invalid_prompt',
  payloadTooLarge: 'invalid_prompt',
  rateLimited: 'rate_limit_exceeded',
};

/** Source: contract §14.3, §14.4. */
const RESPONSES: StreamForm = {
  isDelta: ({ event }) => event?.endsWith('.delta') === true,
  isLast: ({ event }) => /^response\.(?:completed|incomplete|failed)$/.test(event ?? ''),
  whole: (sent) => [lastResponse('completed', {}, sent)],
  broken(error, sent) {
    const { error: written, error_type: kind } = writtenError('createResponse', error);
    const { code = BROKEN_OFF } = error ?? {};
    const { type = CODES[errorOfStatus(code).name] ?? 'server_error' } = error ?? {};
    const message = isJsonObject(written) ? written['message'] : undefined;
    return [lastResponse('failed', { error: { code: type, message }, error_type: kind }, sent)];
  },
};

const FORMS: Readonly<Record<string, StreamForm>> = {
  createChatCompletion: COMPLETIONS,
  createMessage: MESSAGES,
  createResponse: RESPONSES,
};

/** The status of a provider that breaks off. */
const BROKEN_OFF = ERRORS.providerFailed.status;

/** Returns an error as answers of the operation have it. */
function writtenError(operation: string, error: StreamError = {}): WrittenError {
  const { code: status = BROKEN_OFF, message } = error;
  const { name, kind } = errorOfStatus(status);
  const { status: own, message: usual } = ERRORS[name];
  const said = { name, status: own, message: message ?? usual, metadata: undefined };
  const form = GATEWAY_OPERATIONS.named(operation)?.errorForm;
  // Each form of a conversation's errors has the error in it.
  const written = form?.write({ ...said, userId: undefined, requestId: undefined }) as WrittenError;
  return withStatus(written, { status, kind });
}

interface WrittenError {
  readonly error: JsonObject;
  readonly error_type?: string;
}

/** Returns the last event of a response, with what the events before it say of it. */
function lastResponse(status: string, members: object, sent: SentEvents): ServerSentEvent {
  const said = sent.map(jsonOf);
  const begun = said.find((each) => isJsonObject(each['response']))?.['response'];
  const output = said.flatMap(({ type, item }) =>
    type === 'response.output_item.done' ? [item] : [],
  );
  const { length } = said.filter((each) => typeof each['sequence_number'] === 'number');
  const response = { ...(isJsonObject(begun) ? begun : {}), status, output, ...members };
  return named({ type: `response.${status}`, sequence_number: length, response });
}

/** The members that every chunk of a stream has. */
function headIn(sent: SentEvents): JsonObject {
  const { id, object, created, model, provider } = jsonOf(sent.find(isChunk) ?? {});
  return { id, object, created, model, provider };
}

function isChunk(event: ServerSentEvent): boolean {
  return 'choices' in jsonOf(event);
}

function saysSomething(choice: unknown): boolean {
  const { delta } = isJsonObject(choice) ? choice : {};
  if (!isJsonObject(delta)) return false;
  if (['content', 'refusal', 'reasoning'].some((name) => isSaid(delta, name))) return true;
  return listIn(delta['tool_calls']).some(
    (call) => isJsonObject(call) && isSaid(call['function'], 'arguments'),
  );
}

function isSaid(value: unknown, name: string): boolean {
  return isJsonObject(value) && typeof value[name] === 'string' && value[name] !== '';
}

function named(event: { readonly type: string; readonly [member: string]: unknown }) {
  return { event: event.type, data: JSON.stringify(event) };
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function jsonOf({ data = '' }: ServerSentEvent): JsonObject {
  const value = data.startsWith('{') ? jsonIn(data) : undefined;
  return isJsonObject(value) ? value : {};
}
