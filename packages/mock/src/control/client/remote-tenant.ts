import type { MockModel } from '@model-gateway/worlds';
import type { MockKeyName } from '../../mock-keys.ts';
import type { OperationNamed, RequestsName } from '../../journal/selection.ts';
import type { RuleJson } from '../../rules/json/rule-json-schema.ts';
import type { RateLimit } from '../../rate-limit.ts';
import type { RouteMethod, RouteName } from '../../route-name.ts';
import type { AnyOperation } from '../../rules/operation-types.ts';
import { routeNamed } from '../../rules/rule-target.ts';
import type { TenantLimits } from '../../tenant/tenant-limits.ts';
import type { TenantJson } from '../wire/tenant.ts';
import { renameKeys, toCamelCase } from '../../rename-keys.ts';
import type { ControlClient } from './control-client.ts';
import { chatPatternProblem, type ChatPattern } from '../../chat/chat-pattern.ts';
import { diagnostic } from '../../diagnostics.ts';
import { remoteChatBuilder, type RemoteChatBuilder } from './remote-chat.ts';
import { remoteClock, type RemoteClock } from './remote-clock.ts';
import { remoteConversations, type RemoteConversations } from './remote-conversations.ts';
import { remoteRequests, type RemoteRequests } from './remote-requests.ts';
import { remoteTelemetry, type RemoteTelemetry } from './remote-telemetry.ts';
import { RemoteRules, type RemoteRule, type RemoteRuleBuilder } from './remote-rules.ts';
import { watch, type FeedEvent, type WatchOptions } from './watch.ts';
import { tenantToJson, type RemoteForkOptions } from './tenant-to-json.ts';

/** The state of a tenant at one moment, kept by the mock until the tenant is closed. */
export interface RemoteSnapshot {
  readonly id: string;
}

/** A tenant in another process: the methods of `MockTenant`, each returning a promise. */
export interface RemoteTenant extends AsyncDisposable {
  readonly id: string;
  readonly apiKey: string;
  readonly managementKey: string;
  readonly keys: Readonly<Record<MockKeyName, string>>;
  readonly baseURL: string;
  /** The bare host, for clients that add `/v1` themselves. */
  readonly url: string;
  readonly anyKeyURL: string;
  readonly clock: RemoteClock;
  /** What is forwarded to the destinations, and why not. */
  readonly telemetry: RemoteTelemetry;
  requests<Name extends RequestsName = '*'>(name?: Name): RemoteRequests<OperationNamed<Name>>;
  /** Requests that go on with each other, of which one is like the pattern. */
  conversations(pattern?: ChatPattern): RemoteConversations;
  /** Yields the requests in the journal, and then every change: see `RemoteGateway`. */
  watch(options?: WatchOptions): AsyncIterable<FeedEvent>;
  /** Forgets the requests so far. */
  forgetRequests(): Promise<void>;
  /** Resolves with the remaining credits, USD as a decimal string. */
  credits(): Promise<string>;
  /** Resolves with the requests to models per window and key; undefined without a limit. */
  rateLimit(): Promise<RateLimit | undefined>;
  /** Changes the credits that are left, or the rate limit, until the next reset. */
  setLimits(limits: TenantLimits): Promise<void>;
  /** Puts other models in place, in one step; everything else stays. */
  replaceCatalog(catalog: { readonly models: readonly MockModel[] }): Promise<void>;
  on<const Operation extends AnyOperation>(operation: Operation): RemoteRuleBuilder<Operation>;
  /** Selects conversations: `chat('weather').script(call('weather', { place: 'Oslo' }), 'Rain.')`. */
  chat(pattern?: ChatPattern): RemoteChatBuilder;
  /** The same for what the gateway does not have: `route('POST', '/moderations')`. */
  route(method: RouteMethod, path: `/${string}`): RemoteRuleBuilder<RouteName>;
  /** Adds rules in their JSON form. */
  use(...rules: readonly RuleJson[]): Promise<readonly RemoteRule[]>;
  /**
   * Adds the conversations of a fixture file, as its text or its content. Of several that a request
   * goes on with, the most exact answers.
   */
  useConversations(
    file: string | { readonly conversations: readonly object[] },
  ): Promise<readonly RemoteRule[]>;
  rules(): Promise<readonly RemoteRule[]>;
  resetRules(): Promise<void>;
  snapshot(): Promise<RemoteSnapshot>;
  restore(snapshot: RemoteSnapshot): Promise<void>;
  fork(options?: RemoteForkOptions): Promise<RemoteTenant>;
  reset(): Promise<void>;
  clear(): Promise<void>;
  /** Rejects when something is left over: unhandled requests, streams without an end. */
  verify(): Promise<void>;
  /** Frees the keys and the id. Disposal verifies, and then does this. */
  close(): Promise<void>;
}

export function remoteTenant(client: ControlClient, json: TenantJson): RemoteTenant {
  const path = `/tenants/${encodeURIComponent(json.id)}`;
  const rules = new RemoteRules(client, path);
  const send = (method: string, rest: string, body?: unknown): Promise<void> =>
    client.call(method, path + rest, body);
  const verify = () => send('POST', '/verify');
  const close = () => send('DELETE', '');
  return {
    id: json.id,
    apiKey: json.api_key,
    managementKey: json.management_key,
    keys: keysFromJson(json),
    baseURL: client.absolute(json.base_url),
    url: client.url,
    anyKeyURL: client.absolute(json.any_key_url),
    clock: remoteClock(client, `${path}/clock`),
    telemetry: remoteTelemetry(client, path),
    // The type of `'*'` is that of all names when none is given.
    requests: <Name extends RequestsName = '*'>(name = '*' as Name) =>
      remoteRequests(client, path, name),
    conversations: (pattern) => remoteConversations(client, path, pattern),
    forgetRequests: () => send('DELETE', '/requests'),
    watch: (options) => watch(client, `${path}/events`, options),
    credits: async () => (await client.call<TenantJson>('GET', path)).credits,
    async rateLimit() {
      const { rate_limit: limit } = await client.call<TenantJson>('GET', path);
      return limit === null
        ? undefined
        : { limit: limit.limit, windowSeconds: limit.window_seconds };
    },
    setLimits: (limits) => send('PATCH', '', tenantToJson(limits)),
    replaceCatalog: ({ models }) => send('PUT', '/models', { models }),
    on: (operation) => rules.on(operation),
    chat(pattern = {}) {
      const problem = chatPatternProblem(pattern);
      if (problem !== undefined) throw diagnostic('GW1204', problem);
      const builder = rules.on('chat').where({ chat: pattern });
      return remoteChatBuilder(pattern, builder, async (rule) => {
        const [added] = await rules.use([rule]);
        if (added === undefined) throw new Error('the mock added no rule and gave no reason');
        return added;
      });
    },
    route: (method, route) => rules.on(routeNamed(method, route)),
    use: (...given) => rules.use(given),
    useConversations: (file) => rules.useConversations(file),
    rules: () => rules.all(),
    resetRules: () => rules.reset(),
    snapshot: () => client.call('POST', `${path}/snapshots`),
    restore: ({ id }) => send('POST', `/snapshots/${encodeURIComponent(id)}/restore`),
    fork: async (options = {}) =>
      remoteTenant(client, await client.call('POST', `${path}/fork`, tenantToJson(options))),
    reset: () => send('POST', '/reset'),
    clear: () => send('POST', '/clear'),
    verify,
    close,
    async [Symbol.asyncDispose]() {
      try {
        await verify();
      } finally {
        await close();
      }
    },
  };
}

function keysFromJson({ keys }: TenantJson): RemoteTenant['keys'] {
  // The mock names each of them.
  return renameKeys(keys, toCamelCase) as RemoteTenant['keys'];
}
