import type { Duration } from '../../clock/virtual-clock.ts';
import { diagnostic } from '../../diagnostics.ts';
import type { WireFault } from '../../rules/faults/wire-fault.ts';
import type { TimesOption } from '../../rules/action.ts';
import type { EndOptions } from '../../rules/actions/end.ts';
import type { FailAlwaysOptions, FailOptions, FailureStatus } from '../../rules/actions/fail.ts';
import type { Reply } from '../../rules/actions/reply.ts';
import type { RuleJson } from '../../rules/json/rule-json-schema.ts';
import type { AnyOperation } from '../../rules/operation-types.ts';
import type { RequestPattern } from '../../rules/request-pattern.ts';
import type { StreamEnding } from '../../streams/endings.ts';
import type { ControlClient } from './control-client.ts';
import { requestPatternToJson } from './pattern-to-json.ts';
import { remoteStream, type RemoteStream } from './remote-stream.ts';

/** A rule that is there for the requests of a tenant in another process. */
export interface RemoteRule {
  readonly id: string;
  /** The number of requests it has answered. */
  hits(): Promise<number>;
  /** The number of requests it will still answer; 0 once removed, Infinity for no limit. */
  remaining(): Promise<number>;
  remove(): Promise<void>;
}

/** The words of `RuleBuilder`: patterns and replies are data, not functions. */
export interface RemoteRuleBuilder<Operation extends AnyOperation> {
  where(pattern: RequestPattern<Operation>): RemoteRuleBuilder<Operation>;
  as(id: string): RemoteRuleBuilder<Operation>;
  fail(status: FailureStatus, options?: FailOptions): Promise<RemoteRule>;
  failAlways(status: FailureStatus, options?: FailAlwaysOptions): Promise<RemoteRule>;
  delay(duration: Duration, options?: TimesOption): Promise<RemoteRule>;
  reply(reply: Reply, options?: TimesOption): Promise<RemoteRule>;
  fault(fault: WireFault, options?: TimesOption): Promise<RemoteRule>;
  end(ending: StreamEnding, options?: EndOptions): Promise<RemoteRule>;
  stream(): Promise<RemoteStream>;
}

interface RuleStateJson {
  readonly id: string;
  readonly hits: number;
  readonly remaining: number | null;
}

/** The rules of one tenant. */
export class RemoteRules {
  readonly #client: ControlClient;
  readonly #tenant: string;

  constructor(client: ControlClient, tenant: string) {
    this.#client = client;
    this.#tenant = tenant;
  }

  on<Operation extends AnyOperation>(operation: Operation): RemoteRuleBuilder<Operation> {
    return this.#builder({ on: operation });
  }

  async use(rules: readonly RuleJson[]): Promise<readonly RemoteRule[]> {
    const path = `${this.#tenant}/rules`;
    // What the interface's description says of it.
    const added = (await this.#client.call('POST', path, { rules })) as RuleStateJson[];
    return added.map(({ id }) => this.#handleOf(id));
  }

  async all(): Promise<readonly RemoteRule[]> {
    return (await this.#states()).map(({ id }) => this.#handleOf(id));
  }

  async reset(): Promise<void> {
    await this.#client.call('DELETE', `${this.#tenant}/rules`);
  }

  #builder<Operation extends AnyOperation>(
    scope: Pick<RuleJson, 'id' | 'on' | 'where'>,
  ): RemoteRuleBuilder<Operation> {
    const add = async (action: Omit<RuleJson, 'id' | 'on' | 'where'>) => {
      const [rule] = await this.use([{ ...scope, ...action }]);
      if (rule === undefined) throw new Error('the mock added no rule and gave no reason');
      return rule;
    };
    return {
      where: (pattern) =>
        this.#builder({ ...scope, where: { ...scope.where, ...requestPatternToJson(pattern) } }),
      as: (id) => this.#builder({ ...scope, id }),
      fail: (status, { times, ...options } = {}) =>
        add({ fail: { ...failure(status, options), times } }),
      failAlways: (status, options = {}) => add({ fail_always: failure(status, options) }),
      delay: (duration, { times } = {}) => add({ delay: { duration, times: toJson(times) } }),
      reply: (reply, { times } = {}) => add({ reply: { ...data(reply), times: toJson(times) } }),
      fault: (fault, { times } = {}) => add({ fault: { fault, times: toJson(times) } }),
      end: (ending, { afterEvents, afterBytes, times, error } = {}) =>
        add({
          end: {
            ending,
            after_events: afterEvents,
            after_bytes: afterBytes,
            error,
            times: toJson(times),
          },
        }),
      stream: async () => {
        const path = `${this.#tenant}/streams`;
        // What the interface's description says of it.
        const { id } = (await this.#client.call('POST', path, { where: scope.where })) as {
          readonly id: string;
        };
        return remoteStream(this.#client, `${path}/${id}`);
      },
    };
  }

  async #states(): Promise<readonly RuleStateJson[]> {
    // What the interface's description says of it.
    return (await this.#client.call('GET', `${this.#tenant}/rules`)) as RuleStateJson[];
  }

  #handleOf(id: string): RemoteRule {
    const state = async () => (await this.#states()).find((each) => each.id === id);
    return {
      id,
      hits: async () => (await state())?.hits ?? 0,
      async remaining() {
        const found = await state();
        return found === undefined ? 0 : (found.remaining ?? Infinity);
      },
      remove: async () => {
        if ((await state()) === undefined) return;
        await this.#client.call('DELETE', `${this.#tenant}/rules/${encodeURIComponent(id)}`);
      },
    };
  }
}

function failure(
  status: number,
  { afterMs, retryAfter, message, metadata, headers }: FailAlwaysOptions,
): Exclude<NonNullable<RuleJson['fail_always']>, number> {
  return {
    status,
    after_ms: afterMs,
    retry_after: retryAfter,
    message,
    metadata: metadata && { ...metadata },
    headers: headers && { ...headers },
  };
}

/** JSON has no word for infinity. */
function toJson(times: number | undefined): number | 'always' | undefined {
  return times === Infinity ? 'always' : times;
}

/** A function looks at the request, which is elsewhere. */
function data(reply: Reply): Reply {
  if (typeof reply !== 'function') return reply;
  throw diagnostic('GW1606', 'a function cannot be sent to the mock: reply with an object');
}
