import { jsonIn } from '@model-gateway/core/kit';
import {
  CONVERSATION_OPERATIONS,
  GatewayError,
  type AnyOperation,
  type GatewayRequest,
  type GatewayResponse,
} from '@model-gateway/core';
import {
  errorResponse,
  finishResponse,
  malformedPathResponse,
  requestIdOf,
} from '@model-gateway/core/http';
import type { Unscripted } from '../chat/default-answer.ts';
import { mendedBody } from '../chat/mend-body.ts';
import { isInspectorLookup } from '../http/inspector-lookup.ts';
import type { OperationMatch } from '../http/operation-match.ts';
import { withEvents } from '../http/with-events.ts';
import { MOST_BODY_BYTES, readBody, withRereadableBody } from '../http/rereadable-body.ts';
import { UnderWay } from '../http/under-way.ts';
import { withHeaders, withJson } from '../http/with-body.ts';
import type { RequestJournal } from '../journal/journal.ts';
import type { RequestRecord } from '../journal/request-record.ts';
import { toEntry } from '../journal/to-entry.ts';
import { endedResponse } from '../rules/ended-response.ts';
import { failUnscripted } from '../rules/chat/unscripted.ts';
import { pause } from '../rules/pause.ts';
import { isConversation as isContinued } from '../rules/rule-target.ts';
import type { RuleBook, RuleListener } from '../rules/rule-book.ts';
import { toRuleContext, type RuleContext, type RuleTenant } from '../rules/rule-context.ts';
import type { TenantExit } from './tenant-exit.ts';
import type { TenantForwarding } from '../telemetry/tenant-forwarding.ts';
import { refusedChange } from './refused-change.ts';
import type { TenantGateway } from './tenant-gateway.ts';
import { withKeyHint } from './with-key-hint.ts';
import { withKnownModel, withModelHint, withEdit } from './any-model.ts';

/**
 * Answers a request that was routed to an operation or to a route. Resolves to undefined for any
 * other, which the host may handle, unless its path is malformed. Paths are below the API's base
 * path.
 *
 * @param keyHint whose key it was; added to the refusal
 */
export type TenantAnswer = (
  request: GatewayRequest,
  operation: OperationMatch | undefined,
  keyHint?: string,
) => Promise<GatewayResponse | undefined>;

interface TenantAnswerSettings {
  /** Whether there is an inspector; its lookups are answered past rules and journal. */
  readonly hasInspector: boolean;
  /** What models answer where no rule does. */
  readonly unscripted: Unscripted;
  readonly rules: RuleBook;
  /** The rules that apply after all others. */
  readonly fallback: RuleBook;
  readonly forRules: RuleTenant;
  readonly journal: RequestJournal;
  readonly leave: TenantExit;
  /** Undefined where no telemetry is forwarded. */
  readonly forwarding: TenantForwarding | undefined;
  /** Aborts once the tenant is disposed. */
  readonly disposed: AbortSignal;
  /** Returns the gateway; undefined until `start` has loaded its world. */
  readonly gateway: () => TenantGateway | undefined;
  readonly start: () => Promise<TenantGateway>;
  readonly onError: ((error: unknown) => void) | undefined;
}

/** Creates what answers a tenant's requests: journal, rules, presets, latency, then the gateway. */
export function createTenantAnswer(settings: TenantAnswerSettings): TenantAnswer {
  const { journal, rules, fallback, forRules, leave } = settings;
  const { hasInspector, unscripted } = settings;
  const { timing, isLenient } = forRules;
  const underWay = new UnderWay(settings.disposed);

  async function afterRules(context: RuleContext, entry: RequestRecord): Promise<GatewayResponse> {
    const { operation, definition, request } = context;
    if (definition === undefined) return unanswered(operation, request, entry);
    const refusal = settings.forwarding && refusedChange(definition, request);
    if (refusal !== undefined) return refusing(request, refusal);
    const latency = timing({ stage: 'answer', operation, request });
    if (latency > 0) await pause(context, latency);
    const gateway = settings.gateway() ?? (await settings.start());
    entry.reachedGateway();
    const isTalk = isConversation(definition);
    const asked = context.isAnyModel ? await withKnownModel(context, gateway) : undefined;
    const handle = async () => {
      const admitted = withOwnKey(asked?.request ?? request, context);
      const response = answered(await gateway.handle(admitted, context), request);
      const named = asked === undefined ? response : withEdit(response, asked.edit);
      return withModelHint(named, context, gateway);
    };
    if (!isTalk) return handle();
    const shown = (response: GatewayResponse) =>
      context.isByEvent || asked !== undefined ? withEvents(response, asked?.edit) : response;
    if (unscripted !== 'fail' || context.chat !== undefined || !isContinued(operation)) {
      // An answer that is cut is paid for as far as it was sent, so it comes in its steps.
      if (context.isByEvent) context.chat ??= gateway.scriptByEvent;
      return shown(await handle());
    }
    const mismatches = () => rules.mismatches(context);
    const { response, isUnscripted } = await failUnscripted(context, mismatches, handle);
    if (isUnscripted) entry.unanswered();
    return shown(response);
  }

  /** Answers past rules, latencies and the journal, which all count requests. */
  async function lookUp(request: GatewayRequest, hint?: string): Promise<GatewayResponse> {
    const gateway = settings.gateway() ?? (await settings.start());
    const response = answered(await gateway.handle(request, {}), request);
    return leave(withKeyHint(response, hint, undefined));
  }

  return async (request, operation, keyHint) => {
    if (operation === undefined) {
      const malformed = malformedPathResponse(request);
      return malformed && leave(malformed);
    }
    const isLookup = hasInspector && isInspectorLookup(request);
    if (isLookup && operation.definition !== undefined) return lookUp(request, keyHint);

    const entry = journal.open(request, operation);
    const read = withRereadableBody(request, entry, underWay);
    const seen = isLenient && isContinued(operation.id) ? await mended(operation, read) : read;
    const context = toRuleContext(operation, seen, forRules, () =>
      toEntry(entry, journal.redaction),
    );
    const listener: RuleListener = {
      onHit: (id) => entry.ruledBy(id, () => readBody(read)),
      onError: (error) => settings.onError?.(error),
    };
    const gateway = () => afterRules(context, entry);
    const presets = () => fallback.answer(context, gateway, listener);
    let response: GatewayResponse;
    try {
      response = await rules.answer(context, presets, listener);
    } catch (error) {
      const ended = endedResponse(error, context);
      if (ended === undefined) {
        entry.failed();
        throw error;
      }
      response = ended;
    }
    const hinted = withKeyHint(response, keyHint, operation.definition?.errorForm);
    return entry.answered(leave(hinted), seen);
  };
}

/** The request with what the gateway accepts of its conversation. */
async function mended({ id }: OperationMatch, request: GatewayRequest): Promise<GatewayRequest> {
  const { body } = request;
  const value = body.kind === 'parsed' ? body.value : await jsonOf(body);
  const accepted = mendedBody(id, value, request);
  return accepted === undefined || accepted === value ? request : withJson(request, accepted);
}

/** The request with a key of the tenant, where none of its keys is asked for. */
function withOwnKey(
  request: GatewayRequest,
  { isAnyKey, userId, tenant }: RuleContext,
): GatewayRequest {
  if (!isAnyKey || userId !== undefined) return request;
  const [key] = tenant.keys;
  return withHeaders(request, { ...request.headers, authorization: `Bearer ${key}` });
}

async function jsonOf(body: GatewayRequest['body']): Promise<unknown> {
  if (body.kind !== 'bytes') return undefined;
  // The gateway says what is wrong with a body that cannot be read.
  const bytes = await body.read(MOST_BODY_BYTES).catch(() => undefined);
  return bytes && jsonIn(new TextDecoder().decode(bytes));
}

const CONVERSATIONS: ReadonlySet<AnyOperation> = new Set(CONVERSATION_OPERATIONS);

function isConversation(operation: AnyOperation): boolean {
  return CONVERSATIONS.has(operation);
}

function answered(
  response: GatewayResponse | undefined,
  { path }: GatewayRequest,
): GatewayResponse {
  if (response !== undefined) return response;
  throw new Error(`the gateway did not answer ${path}, although an operation matches it`);
}

/** Returns the answer to a request of a route whose rules have all passed it on. */
function unanswered(route: string, request: GatewayRequest, entry: RequestRecord): GatewayResponse {
  entry.unanswered();
  const message = `Resource not found: no rule of ${route} replies to this request`;
  return refusing(request, new GatewayError('notFound', { message }));
}

function refusing(request: GatewayRequest, error: GatewayError): GatewayResponse {
  return finishResponse(request, errorResponse(error, undefined), requestIdOf(request));
}
