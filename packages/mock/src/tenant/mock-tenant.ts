import { systemClock } from '@model-gateway/core';
import { firstOf, mountAt, type GatewayHandler } from '@model-gateway/core/http';
import type { World } from '@model-gateway/worlds';
import type { VirtualClock } from '../clock/virtual-clock.ts';
import { diagnostic } from '../diagnostics.ts';
import type { Journal } from '../journal/journal.ts';
import { Requests } from '../journal/expectations/requests.ts';
import { Conversations } from '../journal/conversations/conversations.ts';
import {
  checkRequestsName,
  type OperationNamed,
  type RequestSource,
  type RequestsName,
} from '../journal/selection.ts';
import type { ChatPattern } from '../chat/chat-pattern.ts';
import { withCors } from '../http/cors.ts';
import type { MockKeyName } from '../mock-keys.ts';
import type { RateLimit } from '../rate-limit.ts';
import type { RouteMethod, RouteName } from '../route-name.ts';
import type { ResponseFault, WireFault } from '../rules/wire-fault.ts';
import { idOf, type AnyOperation } from '../rules/operation-types.ts';
import { toChatBuilder, type ChatBuilder } from '../rules/words/chat-builder.ts';
import { toRuleBuilder, type RuleBuilder } from '../rules/words/rule-builder.ts';
import type { RuleBook } from '../rules/rule-book.ts';
import { routeNamed } from '../rules/rule-target.ts';
import type { RuleHandle } from '../rules/rule-handle.ts';
import { onIn } from '../rules/words/rule-template.ts';
import type { Rule } from '../rules/rule.ts';
import { Telemetry } from '../telemetry/telemetry.ts';
import type { ForkOptions } from './fork.ts';
import { toDisposal } from './loose-ends.ts';
import { checkLimits, type TenantLimits } from './tenant-limits.ts';
import { withAnyKey } from './with-any-key.ts';
import type { TenantRuntime, TenantSnapshot } from './tenant-runtime.ts';

/** One tenant of a mock gateway, as tests use it. */
export interface MockTenant<Fault extends WireFault = ResponseFault> extends AsyncDisposable {
  readonly id: string;
  /** The key that says to the gateway that a request is for this tenant. */
  readonly apiKey: string;
  readonly managementKey: string;
  /** All keys of the tenant, by what they are for. */
  readonly keys: Readonly<Record<MockKeyName, string>>;
  /** The base URL for clients, together with one of the keys. */
  readonly baseURL: string;
  /**
   * The bare host, for clients that add `/v1` themselves, such as `@anthropic-ai/sdk`; empty for a
   * gateway without a port.
   */
  readonly url: string;
  /** A base URL for this tenant alone, where any key will do: for apps whose key cannot be set. */
  readonly anyKeyURL: string;
  /** Answers this tenant's requests, whichever key they carry; paths begin with the base path. */
  readonly handle: GatewayHandler;
  readonly clock: VirtualClock;
  readonly journal: Journal;
  /**
   * The records that would have been forwarded to the destinations, or why not; nothing is sent:
   * `telemetry.to('Traces').expectForwarded(1)`, `.expectSuppressed('sampling')`.
   */
  readonly telemetry: Telemetry;
  /**
   * Selects the requests of an operation, those that matched none (`'unhandled'`), or all, for
   * expectations: `requests('createImage').expectCount(3).last().expectBody({ n: 1 })`.
   */
  requests<Name extends RequestsName = '*'>(name?: Name): Requests<OperationNamed<Name>>;
  /**
   * Selects conversations, for expectations: requests joined where one goes on with another.
   * `conversations().only().expectCalls([['weather', { place: 'Oslo' }]]).expectAnswer('Rain')`.
   */
  conversations(pattern?: ChatPattern): Conversations;
  /** Returns the remaining credits, USD as a decimal string. */
  credits(): string;
  /** Returns the requests to models per window and key; undefined without a limit. */
  rateLimit(): RateLimit | undefined;
  /**
   * Changes the credits that are left, or the rate limit, until the next reset:
   * `await t.setLimits({ credits: 0 })`. Rejects with GW1105 for a limit out of range.
   */
  setLimits(limits: TenantLimits): Promise<void>;
  /** Loads the world ahead of the first request; rejects if it is not a valid catalog. */
  ready(): Promise<World>;
  /**
   * Replaces the models in one step; credits, destinations and everything else stay. Rejects with
   * `CatalogError` for invalid models, and then nothing changes.
   */
  replaceCatalog(catalog: Pick<World, 'models' | 'revision'>): Promise<void>;
  /**
   * Adds a rule for the requests of an operation, `'*'` for all, in front of the existing
   * rules: `on('createImage').fail(529, { times: 2 })`.
   */
  on<const Operation extends AnyOperation>(operation: Operation): RuleBuilder<Operation, Fault>;
  /**
   * Answers conversations like this, in whichever dialect they come; without a pattern all of them:
   * `chat('weather').say('Rain in Oslo.')`. Text is looked for in what the user said last.
   */
  chat(pattern?: ChatPattern): ChatBuilder<Fault>;
  /**
   * What texts mean in embeddings and rankings, beside the words that they share:
   * `embeddings.relate('car', 'automobile', 0.9)`.
   */
  readonly embeddings: EmbeddingWords;
  /**
   * Adds a rule for what the gateway does not have, below its base path:
   * `route('POST', '/moderations').reply({ json })`. The same as `on('POST /moderations')`.
   */
  route(method: RouteMethod, path: `/${string}`): RuleBuilder<RouteName, Fault>;
  /** Adds rules in front of all others; the first of several takes precedence. */
  use(...rules: readonly Rule<Fault>[]): readonly RuleHandle[];
  /** Returns the rules of the tenant, in order of precedence. */
  rules(): readonly RuleHandle[];
  /** Takes away the rules that were added, and lets those from the start count anew. */
  resetRules(): void;
  /** All data, rules and limits, and the time, for `restore` and for new tenants. */
  snapshot(): Promise<TenantSnapshot>;
  /** Restores the state of a snapshot. */
  restore(snapshot: TenantSnapshot): Promise<void>;
  /** Another tenant that begins with what this one is now: with keys, a clock and a journal of its own. */
  fork(options?: ForkOptions): Promise<MockTenant<Fault>>;
  /** Restores the initial state, and forgets the requests. */
  reset(): Promise<void>;
  /** Takes all models, destinations, members and assignments away, and forgets rules and requests. */
  clear(): Promise<void>;
  /**
   * Throws for unhandled requests that no expectation covers, and for unused rules; see the options
   * `unhandled` and `unusedRules`. Disposal closes and then does this.
   */
  verify(): void;
  /** Frees the keys and the id, and ends everything that waits. Idempotent. */
  close(): Promise<void>;
}

/** What a test says of the meaning of texts. */
export interface EmbeddingWords {
  /**
   * Lets `to` stand at this cosine, from -1 to 1, to `from`, alone and within longer texts, in the
   * embeddings of every model and in rankings; until the rule is removed.
   */
  relate(from: string, to: string, cosine: number): RuleHandle;
}

export interface TenantPlace {
  /** `''` without a port. */
  readonly origin: string;
  readonly basePath: string;
  readonly close: () => Promise<void>;
  readonly verify: () => void;
  readonly fork: (options: ForkOptions) => Promise<MockTenant<WireFault>>;
}

/** Returns the part of a tenant that tests use, with its URLs. */
export function toMockTenant(
  tenant: TenantRuntime,
  { origin, basePath, close, verify, fork }: TenantPlace,
): MockTenant<WireFault> {
  const builder = <const Operation extends AnyOperation>(operation: Operation) => {
    // Here, and below for a builder that was made before the tenant was closed.
    rulesOf(tenant);
    return toRuleBuilder<Operation, WireFault>(
      onIn(tenant.operations, operation),
      { add: (rule) => rulesOf(tenant).add(rule) },
      tenant.disposed,
    );
  };
  return {
    id: tenant.id,
    apiKey: tenant.keys.inference,
    managementKey: tenant.keys.management,
    keys: tenant.keys,
    baseURL: origin + basePath,
    url: origin,
    anyKeyURL: `${origin}/t/${encodeURIComponent(tenant.id)}${basePath}`,
    handle: withCors(mountAt(basePath, firstOf(withAnyKey(tenant), noted(tenant)))),
    clock: tenant.clock,
    journal: tenant.journal,
    telemetry: new Telemetry(() => tenant.telemetry.all()),
    requests: (name) => requestsOf(tenant, basePath, name),
    conversations: (pattern) => new Conversations(sourceOf(tenant, basePath), pattern),
    credits: () => tenant.credits(),
    rateLimit: () => tenant.rateLimit(),
    async setLimits(limits) {
      checkLimits(limits);
      await tenant.setLimits(limits);
    },
    ready: () => tenant.ready(),
    replaceCatalog: (catalog) => tenant.replaceCatalog(catalog),
    on: (operation) => builder(operation),
    chat(pattern = {}) {
      rulesOf(tenant);
      const template = onIn(tenant.operations, 'chat');
      const book = { add: (rule: Rule<WireFault>) => rulesOf(tenant).add(rule) };
      return toChatBuilder<WireFault>(template, pattern, book, tenant.disposed);
    },
    embeddings: {
      relate: (from, to, cosine) => builder('embeddings').relate({ from, to, cosine }),
    },
    route: (method, path) => builder(routeNamed(method, path)),
    use: (...rules) => rulesOf(tenant).use(...rules),
    rules: () => tenant.rules.handles(),
    resetRules: () => tenant.rules.reset(),
    snapshot: () => tenant.snapshot(),
    restore: (snapshot) => tenant.restore(snapshot),
    fork: (options = {}) => fork(options),
    reset: () => tenant.reset(),
    clear: () => tenant.clear(),
    verify,
    close,
    [Symbol.asyncDispose]: toDisposal(close, verify),
  };
}

/** Returns the rule book of an open tenant. Throws GW1110 once it is closed. */
function rulesOf({ id, rules, disposed }: TenantRuntime): RuleBook {
  if (!disposed.aborted) return rules;
  const message = `the tenant "${id}" is closed, so this rule would never meet a request: add it before close()`;
  throw diagnostic('GW1110', message);
}

/** Answers nothing, and notes the request as unhandled. */
function noted(tenant: TenantRuntime): GatewayHandler {
  return async (request) => {
    tenant.unhandled(request);
    return undefined;
  };
}

function requestsOf<Name extends RequestsName = '*'>(
  tenant: TenantRuntime,
  basePath: string,
  name?: Name,
): Requests<OperationNamed<Name>> {
  const selected = idOf(name ?? '*');
  checkRequestsName(selected, tenant.operations);
  return new Requests(sourceOf(tenant, basePath), { name: selected, patterns: [] });
}

function sourceOf(
  { id, journal, disposed, operations }: TenantRuntime,
  basePath: string,
): RequestSource {
  return { journal, tenantId: id, basePath, operations, closed: disposed, timer: systemClock };
}
