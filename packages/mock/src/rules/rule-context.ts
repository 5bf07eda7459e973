import { hashKey, type AnyOperation as Definition } from '@model-gateway/core';
import type { GatewayRequest, RequestBody } from '@model-gateway/core/http';
import {
  createJsonReader,
  oncePerObject,
  readConversation,
  readJson,
  type JsonReader,
} from '@model-gateway/core/kit';
import type { Relation } from '@model-gateway/providers/demo';
import { MOCK_ACCOUNT } from '@model-gateway/worlds';
import type { ChatScript } from '../chat/chat-script.ts';
import { toConversation, type Conversation } from '../chat/conversation.ts';
import type { PromptCache } from '../chat/prompt-cache.ts';
import type { VirtualClock } from '../clock/virtual-clock.ts';
import type { JournalEntry } from '../journal-entry.ts';
import type { Timing } from '../latency/create-timing.ts';
import type { ImageScript } from '../streams/image-script.ts';
import { keyOf } from '../http/key-of.ts';
import type { OperationMatch } from '../http/operation-match.ts';
import { MOST_BODY_BYTES } from '../http/rereadable-body.ts';
import type { RateLimit } from '../rate-limit.ts';
import type { TargetName } from '../route-name.ts';

/** A request on its way through the rules. Its body can be read more than once. */
export interface RuleContext {
  readonly operation: TargetName;
  /** The operation itself; undefined for a route. */
  readonly definition: Definition | undefined;
  /** The parameters of the operation's path. */
  readonly params: Readonly<Record<string, string>>;
  /** Its signal aborts when the client leaves, and when the tenant is disposed. */
  readonly request: GatewayRequest;
  /** The tenant's. */
  readonly clock: VirtualClock;
  /** The tenant's. */
  readonly rateLimit: RateLimit | undefined;
  /** The user that the request's key acts for; undefined when the key is not the tenant's. */
  readonly userId: string | undefined;
  /** Resolves to the body as JSON, read once; undefined without a body or when it is not JSON. */
  json(): Promise<unknown>;
  /** Returns the journal entry so far. */
  journaled(): JournalEntry;
  /** Makes its images in place of the tenant's providers; a rule sets it before `next`. */
  images: ImageScript | undefined;
  /** Answers the conversation in place of the tenant's providers; a rule sets it before `next`. */
  chat: ChatScript | undefined;
  /** Whether some model answers where the tenant does not have the one that is asked for. */
  isAnyModel: boolean;
  /** Whether the gateway takes whichever key: fixtures answer without asking for one. */
  isAnyKey: boolean;
  /** What texts mean in embeddings and rankings, beside their words; rules add to it before `next`. */
  relations: readonly Relation[];
  /** Whether a rule breaks the answer on its way; it sets this before `next`. */
  isBroken: boolean;
  /** Whether a rule looks at each event of a stream by itself; it sets this before `next`. */
  isByEvent: boolean;
  /** The tenant's own part of this. */
  readonly tenant: RuleTenant;
  /** Resolves to the conversation; undefined where the request is not one, or the gateway refuses it. */
  conversation(): Promise<Conversation | undefined>;
  /** Resolves to what a repeated request has in common with the first: its key and its body. */
  identity(): Promise<string>;
}

/** The part of a tenant that rules see. */
export interface RuleTenant extends Pick<RuleContext, 'clock' | 'rateLimit'> {
  readonly keys: readonly string[];
  readonly seed: number;
  /** How long things take. */
  readonly timing: Timing;
  /** What its models have seen lately. */
  readonly promptCache: PromptCache;
  /** Whether answers may be what the request does not allow. */
  readonly isLenient: boolean;
  /** Whether some model answers for those that it does not have. */
  readonly isAnyModel: boolean;
}

export function toRuleContext(
  { id: operation, params, definition }: OperationMatch,
  request: GatewayRequest,
  tenant: RuleTenant,
  journaled: () => JournalEntry,
): RuleContext {
  const { clock, rateLimit, keys } = tenant;
  const key = keyOf(request);
  let body: Promise<unknown> | undefined;
  let talk: Promise<Conversation | undefined> | undefined;
  let identity: Promise<string> | undefined;
  const json = () => (body ??= jsonOf(request.body, readerOf(definition)));
  return {
    operation,
    definition,
    params,
    request,
    clock,
    rateLimit,
    userId: key !== undefined && keys.includes(key) ? MOCK_ACCOUNT.userId : undefined,
    json,
    journaled,
    images: undefined,
    chat: undefined,
    isAnyModel: tenant.isAnyModel,
    isAnyKey: false,
    relations: [],
    isBroken: false,
    isByEvent: false,
    tenant,
    conversation: () =>
      (talk ??= json().then((value) => conversationIn(operation, value, request))),
    identity: () => (identity ??= json().then((value) => identityOf(value, key, request))),
  };
}

function identityOf(value: unknown, key = '', { headers }: GatewayRequest): string {
  const { 'idempotency-key': repeatable = '' } = headers;
  return hashKey(`${key}\n${repeatable}\n${JSON.stringify(value)}`);
}

function conversationIn(
  operation: TargetName,
  value: unknown,
  request: GatewayRequest,
): Conversation | undefined {
  const read = readConversation(operation, value, request);
  return read && toConversation(read);
}

/** Returns the reader of an operation's body: rules accept what it accepts. */
function readerOf(definition: Definition | undefined): JsonReader {
  return definition?.body === undefined ? readJson : readerBy(definition.body);
}

const readerBy = oncePerObject(({ schema }: NonNullable<Definition['body']>) =>
  createJsonReader(schema),
);

async function jsonOf(body: RequestBody, read: JsonReader): Promise<unknown> {
  if (body.kind === 'none') return undefined;
  if (body.kind === 'parsed') return body.value;
  let bytes: Uint8Array;
  try {
    bytes = await body.read(MOST_BODY_BYTES);
  } catch {
    // Too long, or the client left: the gateway finds the same and answers.
    return undefined;
  }
  const reading = read(bytes);
  return reading.ok ? reading.value : undefined;
}
