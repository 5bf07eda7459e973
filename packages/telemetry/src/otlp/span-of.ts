import { GEN_AI_NAMES } from '../view/gen-ai-names.ts';
import type { AttemptView, Content, ImageView, Metadata, View } from '../view/view.ts';
import {
  SPAN_KIND,
  STATUS_CODE,
  toNanos,
  type Attributes,
  type AttributeValue,
  type Span,
} from './span.ts';

/** How a kind wants its spans. */
export interface SpanStyle {
  /** `tree` adds a span for each attempt; `single` has them as text in an attribute. */
  readonly shape: 'single' | 'tree';
  /** Attributes that this kind reads besides those that all have; their names are others. */
  readonly overlay: ((view: View) => Attributes) | undefined;
  /** The longest text of an attribute in UTF-16 units; undefined where only requests have a limit. */
  readonly longestValue: number | undefined;
}

/**
 * Returns the spans of one request: one client span, and with the shape `tree` one for each
 * attempt. Source: OpenTelemetry semantic conventions for generative AI; `gen_ai.usage.cost` is not
 * part of them, but is the name that receivers read.
 */
export function spansOf(view: View, style: SpanStyle): readonly Span[] {
  const { metadata } = view;
  const attributes = [attributesOf(metadata), parameterAttributes(metadata.parameters)];
  if (view.content !== undefined) attributes.push(contentAttributes(view.content, metadata));
  if (style.shape === 'single') attributes.push({ 'gateway.attempts': attemptsText(metadata) });
  if (style.overlay !== undefined) attributes.push(style.overlay(view));
  const request: Span = {
    traceId: metadata.traceId,
    spanId: metadata.spanId,
    parentSpanId: metadata.parentSpanId,
    name: `${GEN_AI_NAMES[metadata.task].operation} ${metadata.model}`,
    kind: SPAN_KIND.client,
    startNanos: toNanos(metadata.startedAt),
    endNanos: toNanos(metadata.endedAt),
    attributes: cut(attributes, style.longestValue),
    status:
      metadata.failure === undefined
        ? { code: STATUS_CODE.unset }
        : { code: STATUS_CODE.error, message: metadata.failure },
  };
  if (style.shape === 'single') return [request];
  return [request, ...metadata.attempts.map((attempt, i) => attemptSpan(metadata, attempt, i))];
}

function attributesOf(metadata: Metadata): Attributes {
  const { usage, cost, firstOutputAt } = metadata;
  const { operation, output } = GEN_AI_NAMES[metadata.task];
  return {
    'gen_ai.operation.name': operation,
    'gateway.operation': metadata.operation,
    'gen_ai.provider.name': metadata.provider,
    'gen_ai.request.model': metadata.model,
    'gen_ai.response.model': metadata.failure === undefined ? metadata.model : undefined,
    'gen_ai.response.id': metadata.requestId,
    'gen_ai.output.type': output,
    'gen_ai.conversation.id': metadata.sessionId,
    'gen_ai.response.finish_reasons':
      metadata.finishReason === undefined ? undefined : { list: [metadata.finishReason] },
    'gen_ai.response.finish_reason': metadata.finishReason,
    'gen_ai.usage.input_tokens': int(usage?.input),
    'gen_ai.usage.output_tokens': int(usage?.output),
    'gen_ai.usage.cache_read.input_tokens': int(usage?.cacheRead),
    'gen_ai.usage.cache_creation.input_tokens': int(usage?.cacheWrite),
    'gen_ai.usage.reasoning.output_tokens': int(usage?.reasoning),
    'gen_ai.usage.cost': cost === undefined ? undefined : { double: Number(cost) },
    'gen_ai.response.time_to_first_chunk':
      firstOutputAt === undefined
        ? undefined
        : { double: (firstOutputAt - metadata.startedAt) / 1000 },
    'user.id': metadata.userId,
    'session.id': metadata.sessionId,
    'error.type': metadata.failure,
    'http.response.status_code': int(metadata.status),
    'gateway.workspace.id': metadata.workspaceId,
    'gateway.api_key.name': metadata.keyName,
    'gateway.stream': metadata.isStream,
    'gateway.images': imagesText(metadata.images),
  };
}

function parameterAttributes(parameters: Metadata['parameters']): Attributes {
  const attributes: Record<string, AttributeValue> = {};
  for (const [name, value] of Object.entries(parameters)) {
    // Every span has that one already, whatever an operation of the host calls its parameters.
    if (name === 'model') continue;
    attributes[`gen_ai.request.${name}`] = typeof value === 'number' ? number(value) : value;
  }
  return attributes;
}

/** Messages as the conventions have them: a list of parts per message, as JSON text. */
function contentAttributes(content: Content, { task, finishReason }: Metadata): Attributes {
  const { prompt, references, output, failureMessage } = content;
  return {
    'gen_ai.input.messages':
      task === 'chat'
        ? prompt
        : JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: prompt }] }]),
    'gen_ai.output.messages':
      output === undefined
        ? undefined
        : JSON.stringify([
            {
              role: 'assistant',
              parts: [{ type: 'text', content: output }],
              finish_reason: finishReason,
            },
          ]),
    'gateway.failure.message': failureMessage,
    'gateway.references': imagesText(references),
  };
}

function attemptSpan(metadata: Metadata, attempt: AttemptView, position: number): Span {
  return {
    traceId: metadata.traceId,
    spanId: attemptSpanId(metadata.spanId, position),
    parentSpanId: metadata.spanId,
    name: `attempt ${attempt.provider}`,
    kind: SPAN_KIND.client,
    startNanos: toNanos(attempt.startedAt),
    endNanos: toNanos(attempt.endedAt),
    attributes: [
      {
        'gen_ai.provider.name': attempt.provider,
        'gateway.attempt': { int: position + 1 },
        'error.type': attempt.failure,
      },
    ],
    status: { code: attempt.failure === undefined ? STATUS_CODE.unset : STATUS_CODE.error },
  };
}

/** The invalid span id of OpenTelemetry, which stands for no span. */
const NO_SPAN = '0'.repeat(16);
const FIRST_SPAN = `${'0'.repeat(15)}1`;

/** Derived, so that an attempt has the same id when it is sent again. */
function attemptSpanId(spanId: string, position: number): string {
  const low = (Number.parseInt(spanId.slice(8), 16) + position + 1) % 2 ** 32;
  const id = spanId.slice(0, 8) + low.toString(16).padStart(8, '0');
  return id === NO_SPAN ? FIRST_SPAN : id;
}

function attemptsText({ attempts }: Metadata): string {
  return JSON.stringify(
    attempts.map(({ provider, startedAt, endedAt, failure }) => ({
      provider,
      milliseconds: endedAt - startedAt,
      failure,
    })),
  );
}

function imagesText(images: readonly ImageView[]): string | undefined {
  return images.length === 0 ? undefined : JSON.stringify(images);
}

/** Cuts texts that the receiver would refuse or cut itself, and says so. */
function cut(groups: readonly Attributes[], longest: number | undefined): readonly Attributes[] {
  if (longest === undefined) return groups;
  let isCut = false;
  const shortened = groups.map((group) =>
    Object.fromEntries(
      Object.entries(group).map(([name, value]) => {
        if (typeof value !== 'string' || value.length <= longest) return [name, value];
        isCut = true;
        return [name, value.slice(0, longest)];
      }),
    ),
  );
  return isCut ? [...shortened, { 'gateway.truncated': true }] : groups;
}

/** An attribute with this number, if it is known. */
export function int(value: number | undefined): AttributeValue | undefined {
  return value === undefined ? undefined : { int: value };
}

function number(value: number): AttributeValue {
  return Number.isSafeInteger(value) ? { int: value } : { double: value };
}
