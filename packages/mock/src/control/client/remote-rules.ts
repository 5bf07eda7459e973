import { toCamelCase, toSnakeCase } from '../../rename-keys.ts';
import type { TimesOption } from '../../rules/action.ts';
import { definitionOf } from '../../rules/actions/index.ts';
import type { Reply } from '../../rules/actions/reply.ts';
import type { WireFault } from '../../rules/wire-fault.ts';
import type { ActionsJson, RuleJson } from '../../rules/json/rule-json-schema.ts';
import { idOf, type AnyOperation } from '../../rules/operation-types.ts';
import type { RuleEffect } from '../../rules/rule-effect.ts';
import { checkHolds } from '../../rules/rule-target.ts';
import type { Talk } from '../../rules/words/rule-builder.ts';
import { wordsOf, type RuleScoping, type RuleWords } from '../../rules/words/rule-words.ts';
import type { RequestPatternJson, RuleStateJson } from '../wire/rule.ts';
import type { ControlClient } from './control-client.ts';
import { requestPatternToJson } from './pattern-to-json.ts';
import { remoteChat, remoteStream, type RemoteChat, type RemoteStream } from './remote-stream.ts';

/** A rule for the requests of a tenant in another process. */
export interface RemoteRule {
  readonly id: string;
  /** The operation, the route, or `*`; undefined for a rule that decides by itself. */
  readonly on: string | undefined;
  /** The patterns of its requests as JSON, all of which match; none for every request. */
  readonly where: readonly RequestPatternJson[];
  /** What it does with them; undefined for a rule that decides by itself. */
  readonly answer: RuleEffect | undefined;
  /** The number of requests it has answered. */
  hits(): Promise<number>;
  /** The number of requests it will still answer; 0 once removed, Infinity for no limit. */
  remaining(): Promise<number>;
  remove(): Promise<void>;
}

/** The words of `RuleBuilder`: patterns and replies are data, not functions. */
export interface RemoteRuleBuilder<Operation extends AnyOperation>
  extends
    RuleScoping<Operation, RemoteRuleBuilder<Operation>>,
    Omit<RuleWords<Operation, WireFault, Promise<RemoteRule>>, 'reply'> {
  reply(reply: Reply, options?: TimesOption): Promise<RemoteRule>;
  stream(): Promise<Operation extends Talk ? RemoteChat : RemoteStream>;
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
    return this.#builder({ on: idOf(operation) });
  }

  async use(rules: readonly RuleJson[]): Promise<readonly RemoteRule[]> {
    const path = `${this.#tenant}/rules`;
    const added = await this.#client.call<readonly RuleStateJson[]>('POST', path, { rules });
    return added.map((rule) => this.#handleOf(rule));
  }

  async useConversations(given: string | object): Promise<readonly RemoteRule[]> {
    const body = typeof given === 'string' ? { text: given } : given;
    const path = `${this.#tenant}/conversations`;
    const added = await this.#client.call<readonly RuleStateJson[]>('POST', path, body);
    return added.map((rule) => this.#handleOf(rule));
  }

  async all(): Promise<readonly RemoteRule[]> {
    return (await this.#states()).map((rule) => this.#handleOf(rule));
  }

  reset(): Promise<void> {
    return this.#client.call('DELETE', `${this.#tenant}/rules`);
  }

  #builder<Operation extends AnyOperation>(
    scope: Pick<RuleJson, 'id' | 'on' | 'where'>,
  ): RemoteRuleBuilder<Operation> {
    const add = async (action: ActionsJson) => {
      const [rule] = await this.use([{ ...scope, ...action }]);
      if (rule === undefined) throw new Error('the mock added no rule and gave no reason');
      return rule;
    };
    return {
      ...wordsOf<Operation, WireFault, Promise<RemoteRule>>(async (word, args) =>
        add({ [toSnakeCase(word)]: definitionOf(word).toJson(...args) }),
      ),
      where: (pattern) =>
        this.#builder({ ...scope, where: { ...scope.where, ...requestPatternToJson(pattern) } }),
      as: (id) => this.#builder({ ...scope, id }),
      stream: async () => {
        const { on, where } = scope;
        checkHolds(on);
        const path = `${this.#tenant}/streams`;
        const { id } = await this.#client.call<{ readonly id: string }>('POST', path, {
          on,
          where,
        });
        const stream = on === 'createImage' ? remoteStream : remoteChat;
        // Which of the two it is follows from the operation.
        return stream(this.#client, `${path}/${id}`) as Operation extends Talk
          ? RemoteChat
          : RemoteStream;
      },
    };
  }

  #states(): Promise<readonly RuleStateJson[]> {
    return this.#client.call('GET', `${this.#tenant}/rules`);
  }

  #handleOf({ id, on, where, answer }: RuleStateJson): RemoteRule {
    const state = async () => (await this.#states()).find((each) => each.id === id);
    return {
      id,
      on: on ?? undefined,
      where,
      answer: answer === null ? undefined : answerFromJson(answer),
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

function answerFromJson(answer: NonNullable<RuleStateJson['answer']>): RuleEffect {
  const { action, status, delay_ms: delayMs, kind } = answer;
  return {
    action: toCamelCase(action),
    status: status ?? undefined,
    delayMs,
    kind: kind ?? undefined,
  };
}
