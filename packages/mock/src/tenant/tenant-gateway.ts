import {
  createGateway,
  createMemoryCreditLedger,
  createMemoryDestinationStore,
  createMemoryGenerationStore,
  createMemoryIdempotencyStore,
  createMemoryRateLimiter,
  createMemoryRateMeter,
  formatDecimal,
  parseDecimal,
  subtractDecimals,
  type DestinationStoreContents,
  type Gateway,
  type Generation,
  type IdempotencyStore,
  type MemoryCreditLedger,
  type MemoryDestinationStore,
  type MemoryGenerationStore,
  type MemoryKeyStore,
  type MemoryRateLimiter,
  type Provider,
  type RateMeter,
  type RateWindow,
  type SpentOnDay,
} from '@model-gateway/core';
import type { OperationSet } from '@model-gateway/core/kit';
import type { GatewayRequest, GatewayResponse } from '@model-gateway/core/http';
import { defaultScript, scriptedChat } from '../chat/chat-face.ts';
import type { PromptCache } from '../chat/prompt-cache.ts';
import type { ChatScript } from '../chat/chat-script.ts';
import type { VirtualClock } from '../clock/virtual-clock.ts';
import { embeddingFace, rerankFace } from '../embeddings/vector-faces.ts';
import { untilRead } from '../http/until-read.ts';
import { imaginedWeb } from '../images/imagined-web.ts';
import type { Latency } from '../latency/latency.ts';
import type { Relation } from '@model-gateway/providers/demo';
import type { ImageScript } from '../streams/image-script.ts';
import { scriptedProviders } from '../streams/scripted-providers.ts';
import { withoutOpening } from '../streams/opening.ts';
import { generationObserver, type TrafficListener } from '../journal/traffic.ts';
import type { MockKeys } from '../mock-keys.ts';
import type { RateLimit } from '../rate-limit.ts';
import type { TelemetryLog } from '../telemetry/telemetry-log.ts';
import type { TenantForwarding } from '../telemetry/tenant-forwarding.ts';
import { worldProviders } from './world-providers.ts';
import { worldTime } from './world-time.ts';
import { keysIn, storeOfKeys, type TenantKeys } from './tenant-keys.ts';
import type { LoadedWorld } from './loaded-world.ts';
import type { SettledOptions } from './options/settled-options.ts';

/** The settings of a tenant that stay the same, whatever its data. */
export interface TenantGatewaySettings {
  readonly options: SettledOptions;
  readonly keys: MockKeys;
  readonly clock: VirtualClock;
  readonly operations: OperationSet;
  readonly telemetry: TelemetryLog;
  /** What the models have seen lately. */
  readonly promptCache: PromptCache;
  /** Undefined where nothing is forwarded. */
  readonly forwarding: TenantForwarding | undefined;
  readonly traffic: TrafficListener | undefined;
  readonly onError: ((error: unknown) => void) | undefined;
}

/** All data of a tenant at one moment. Never changed once taken. */
export interface TenantData {
  readonly open: LoadedWorld;
  readonly destinations: DestinationStoreContents;
  readonly keys: TenantKeys;
  /** Credits by account, USD. */
  readonly balances: Readonly<Record<string, string>>;
  /** What keys, members, workspaces and organizations have spent, by day. */
  readonly spent: readonly SpentOnDay[];
  /** What was generated, oldest first. */
  readonly generations: readonly Generation[];
  readonly windows: ReadonlyMap<string, RateWindow>;
  /** The limit that they are counted for. */
  readonly rateLimit: RateLimit | undefined;
}

/** The stores, which change while a gateway runs. */
interface Stores {
  readonly destinations: MemoryDestinationStore;
  readonly keys: MemoryKeyStore;
  readonly ledger: MemoryCreditLedger;
  readonly generations: MemoryGenerationStore;
  readonly limiter: MemoryRateLimiter | undefined;
  readonly meter: RateMeter;
  /** Answers by idempotency key; a snapshot does not have them. */
  readonly idempotency: IdempotencyStore;
}

/** What rules put in place of the providers, or beside them, for one request. */
interface Scripts {
  readonly images?: ImageScript | undefined;
  readonly chat?: ChatScript | undefined;
  readonly relations?: readonly Relation[];
}

/** A gateway, and the script that its providers play. */
interface Talker {
  readonly gateway: Gateway;
  script: ChatScript | undefined;
}

/** The real gateway over one tenant's data. */
export class TenantGateway {
  readonly gateway: Gateway;
  readonly rateLimit: RateLimit | undefined;
  readonly #settings: TenantGatewaySettings;
  readonly #open: LoadedWorld;
  readonly #stores: Stores;
  readonly #usual: () => readonly Provider[];
  /** What models say by themselves, each event of a stream by itself. */
  readonly scriptByEvent: ChatScript;
  /** Gateways for scripts that answer nothing now. */
  readonly #idle: Talker[] = [];

  constructor(
    settings: TenantGatewaySettings,
    data: TenantData,
    stores: Stores = {
      destinations: createMemoryDestinationStore(data.destinations),
      keys: storeOfKeys(settings.keys, data.keys),
      ledger: createMemoryCreditLedger(data.balances, data.spent),
      generations: createMemoryGenerationStore({ generations: data.generations }),
      limiter: limiterOf(data, settings),
      meter: createMemoryRateMeter({ clock: settings.clock }),
      idempotency: createMemoryIdempotencyStore({ clock: settings.clock }),
    },
  ) {
    this.rateLimit = data.rateLimit;
    this.#settings = settings;
    this.#open = data.open;
    this.#stores = stores;
    let providers: readonly Provider[] | undefined;
    /** Called only once a request has found its model, so models are known to be valid. */
    const usual = () => (providers ??= this.#providers());
    this.#usual = usual;
    this.gateway = this.#gatewayOver(this.#usual);
    this.scriptByEvent = defaultScript(this.#providerOptions(), true);
  }

  /** Answers a request of an operation; scripts answer in place of the providers. */
  handle(
    request: GatewayRequest,
    { images, chat, relations = [] }: Scripts,
  ): Promise<GatewayResponse | undefined> {
    if (chat !== undefined) return this.#talk(request, chat);
    if (images !== undefined) return this.#draw(request, images);
    const { handle } =
      relations.length > 0 ? this.#gatewayOver(() => this.#relating(relations)) : this.gateway;
    return handle(request);
  }

  async #draw(request: GatewayRequest, images: ImageScript): Promise<GatewayResponse | undefined> {
    const atOnce = this.#providers('none');
    const gateway = this.#gatewayOver(() =>
      scriptedProviders(atOnce, images, this.#settings.clock),
    );
    const response = await gateway.handle(request);
    return response && withoutOpening(response);
  }

  #providers(latency?: Latency): readonly Provider[] {
    return worldProviders(this.#open.world.models, this.#providerOptions(latency));
  }

  #providerOptions(latency = this.#settings.options.latency) {
    const { options, clock, promptCache } = this.#settings;
    return { ...options, latency, clock, promptCache };
  }

  /** Answers with a gateway that has this script while it answers. */
  async #talk(request: GatewayRequest, script: ChatScript): Promise<GatewayResponse | undefined> {
    const talker = this.#idle.pop() ?? this.#talker();
    talker.script = script;
    const response = await talker.gateway.handle(request);
    const release = () => {
      talker.script = undefined;
      this.#idle.push(talker);
    };
    if (response?.body.kind === 'stream')
      return { ...response, body: untilRead(response.body, release) };
    release();
    return response;
  }

  /** A gateway whose providers say what a script says, one at a time: making one takes its time. */
  #talker(): Talker {
    const { clock } = this.#settings;
    const said: ChatScript = (request, signal) => {
      if (talker.script === undefined) throw new Error('a conversation was answered twice');
      return talker.script(request, signal);
    };
    let providers: readonly Provider[] | undefined;
    const talking = () =>
      (providers ??= this.#usual().map((provider) => ({
        ...provider,
        chat: provider.chat && scriptedChat(provider.chat.endpoint, said, clock),
      })));
    const talker: Talker = { gateway: this.#gatewayOver(talking), script: undefined };
    return talker;
  }

  /** The tenant's providers, which know more than words of what texts mean. */
  #relating(relations: readonly Relation[]): readonly Provider[] {
    return this.#usual().map(({ embeddings, rerank, ...provider }) => ({
      ...provider,
      embeddings: embeddings && embeddingFace(embeddings.endpoint, relations),
      rerank: rerank && rerankFace(rerank.endpoint, relations),
    }));
  }

  #gatewayOver(providers: () => readonly Provider[]): Gateway {
    const { options, clock, operations, traffic, onError } = this.#settings;
    const { telemetry, forwarding } = this.#settings;
    const { destinations, keys, ledger, generations, limiter, meter } = this.#stores;
    const { idempotency } = this.#stores;
    return createGateway({
      stores: {
        models: this.#open.catalog,
        keys,
        destinations,
        generations,
        members: this.#open.members,
        assignments: this.#open.assignments,
        guardrails: this.#open.guardrails,
      },
      providers: { [Symbol.iterator]: () => providers()[Symbol.iterator]() },
      inference: {
        ledger,
        idempotency,
        http: (request) => clock.during(imaginedWeb(request)),
        limiter,
        meter,
        // The same request has the same answer.
        routing: 'cheapest',
      },
      clock,
      today: () => worldTime(this.#open.day(), clock),
      publicCatalog: options.publicCatalog,
      destinations: { originChange: options.originChange },
      operations: operations.own,
      observers: [
        telemetry.observer(destinations),
        ...(forwarding === undefined ? [] : [forwarding.observer(destinations)]),
        ...(traffic === undefined ? [] : [generationObserver(traffic)]),
      ],
      // The stores are in memory, and a world may take its time to be generated.
      storeTimeoutMs: 0,
      // Printing is for hosts; a test asks for errors, and the journal shows every answer.
      onError: onError ?? (() => {}),
    });
  }

  get world() {
    return this.#open.world;
  }

  state(): TenantData {
    const { destinations, keys, ledger, generations, limiter } = this.#stores;
    return {
      open: this.#open,
      destinations: destinations.contents(),
      keys: keysIn(this.#settings.keys, keys),
      balances: ledger.balances(),
      spent: ledger.spentByDay(),
      generations: generations.contents(),
      windows: limiter?.windows() ?? new Map(),
      rateLimit: this.rateLimit,
    };
  }

  /** The same credits, limits and destinations under other models: requests under way count too. */
  withWorld(settings: TenantGatewaySettings, open: LoadedWorld): TenantGateway {
    return new TenantGateway(settings, { ...this.state(), open }, this.#stores);
  }

  /** The same data under another limit, whose windows begin anew: requests under way count too. */
  withRateLimit(rateLimit: RateLimit | undefined): TenantGateway {
    const data = { ...this.state(), rateLimit, windows: new Map() };
    const limiter = limiterOf(data, this.#settings);
    return new TenantGateway(this.#settings, data, { ...this.#stores, limiter });
  }

  /** Returns whether there is a key with this digest, also one that a client made. */
  hasKey(hash: string): boolean {
    return this.#stores.keys.has(hash);
  }

  balanceOf(accountId: string): string | undefined {
    return this.#stores.ledger.balanceOf(accountId);
  }

  /** Makes an account hold this amount beside what is reserved, USD. */
  setBalance(accountId: string, amount: string): void {
    const { ledger } = this.#stores;
    const [wanted, held] = [amount, ledger.balanceOf(accountId) ?? '0'].map(parseDecimal);
    if (wanted === undefined || held === undefined) throw new Error(`${amount} is not an amount`);
    ledger.deposit(accountId, formatDecimal(subtractDecimals(wanted, held)));
  }
}

function limiterOf(
  { rateLimit, windows }: Pick<TenantData, 'rateLimit' | 'windows'>,
  { clock }: Pick<TenantGatewaySettings, 'clock'>,
): MemoryRateLimiter | undefined {
  return rateLimit && createMemoryRateLimiter({ ...rateLimit, clock, windows });
}
