import type { DialectName, GatewayHandler } from '@model-gateway/core';
import { mountAt, standalone } from '@model-gateway/core/http';
import {
  AMOUNT,
  ANY_TEXT,
  ANYTHING,
  checkOptions,
  FLAG,
  FUNCTION,
  isLoopback,
  type OptionTable,
  secret,
  TEXT,
  TEXTS,
  wholeFrom,
} from '@model-gateway/core/kit';
import type { RecorderEvent } from '@model-gateway/fixtures';
import { withCors } from './http/cors.ts';
import { fromOwnPages, ownHosts, underOwnHosts } from './http/guarded.ts';

/** Options of `startRecorder`. */
export interface StartRecorderOptions {
  /** The base URL of the gateway to record, such as `https://gateway.example/v1`. */
  readonly upstream: string;
  /** The folder of the recording; merges with what it holds, keeps files that were not recorded. */
  readonly out: string;
  /** 0, the default, takes any free port. */
  readonly port?: number | undefined;
  /** By default 127.0.0.1: reachable from this machine only. */
  readonly host?: string | undefined;
  /** The path under which it answers; `/v1` by default. */
  readonly basePath?: string | undefined;
  /** Sent to the upstream in place of the clients' keys; on loopback only. */
  readonly apiKey?: string | undefined;
  /** Host names that it answers under, besides its own and those of loopback. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Origins of pages that may use it; none by default. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** The names that the upstream uses: the specification's by default. */
  readonly dialect?: DialectName | undefined;
  /** Keeps prompts, which are replaced by default. Secrets and people are always taken out. */
  readonly keepPrompts?: boolean | undefined;
  /**
   * Mixed into the stand-ins for people, ids and prompts, so that guesses about them cannot be checked.
   * The digests of prompts in conversations are without it. To play the recording, give it to
   * `fixturesSalt` or `createReplay`.
   */
  readonly salt?: string | undefined;
  /**
   * Keeps what apps and models say to each other as conversations, which the mock plays in every
   * dialect; false by default. Not with `onMiss`, which replays exchanges alone.
   */
  readonly conversations?: boolean | undefined;
  /** Days until the recording is out of date; 90 by default. */
  readonly expiresInDays?: number | undefined;
  /** Records in CI, too. */
  readonly force?: boolean | undefined;
  /** Replays what the folder holds, and asks for and records only the rest. */
  readonly onMiss?: boolean | undefined;
  /** Called with the outcome of each exchange once it is over. */
  readonly onEvent?: ((event: RecorderEvent) => void) | undefined;
}

/** A recorder that listens on a port. */
export interface RunningRecorder extends AsyncDisposable {
  /** The bare host: `http://127.0.0.1:4010`. */
  readonly url: string;
  /** The base URL for clients. */
  readonly baseURL: string;
  readonly port: number;
  /** The host and path of the upstream, for people: `gateway.example/v1`. */
  readonly upstream: string;
  /** Resolves when all finished exchanges are in their files; rejects when one could not be stored. */
  settled(): Promise<void>;
  /**
   * Lets requests in flight end by themselves for `drainTimeoutMs` milliseconds (0 by default),
   * cuts the rest, and resolves when everything is stored. Rejects as `settled` does. Idempotent.
   */
  close(options?: { readonly drainTimeoutMs?: number | undefined }): Promise<void>;
}

/**
 * Records a gateway (Node only): passes requests on to `upstream` and keeps the answers as fixtures
 * in `out`, without secrets, people and prompts; ready for requests once it resolves. Rejects with
 * `FixtureRefusal` in CI and for a folder that was recorded in another way, and with a `TypeError`
 * for an `apiKey` beyond loopback.
 *
 * @example
 * await using recorder = await startRecorder({ upstream: 'https://gateway.example/v1', out:
 * 'fixtures' }); await new OpenAI({ baseURL: recorder.baseURL, apiKey }).models.list();
 */
export async function startRecorder(options: StartRecorderOptions): Promise<RunningRecorder> {
  checkOptions('startRecorder', options, OPTIONS, ['upstream', 'out']);
  const { out, port, host = '127.0.0.1', basePath = '/v1', dialect, keepPrompts = false } = options;
  refuseOpenKey(options);
  refuseConversationsOnMiss(options);
  const { apiKey, allowedHosts = [], allowedOrigins = [], expiresInDays, force, onEvent } = options;
  const { conversations, salt } = options;
  // Only here, because it takes an HTTP client and a YAML parser.
  const [{ createRedactor, createRecorder }, { createFileSink, createUpstream }, { serve }] =
    await Promise.all([
      import('@model-gateway/fixtures'),
      import('@model-gateway/fixtures/node'),
      import('@model-gateway/node'),
    ]);
  const upstream = createUpstream(options.upstream, {
    apiKey,
    allowedHosts: [host, ...allowedHosts],
    allowedOrigins,
  });
  try {
    const sink = await createFileSink({
      dir: out,
      upstream: upstream.label,
      keepsPrompts: keepPrompts,
      dialect,
      expiresInDays,
      force,
    });
    // The upstream may quote it, and clients, whose requests are redacted, never had it.
    const secrets = apiKey === undefined ? [] : [apiKey];
    const redactor = createRedactor({ keepPrompts, salt, secrets });
    const record = createRecorder({ upstream, sink, redactor, conversations, onEvent });
    const handle = options.onMiss === true ? await recordOnMiss(options, record) : record;
    const guards = { host, allowedHosts, allowedOrigins, basePath };
    const server = await serve(listener(handle, guards), { port, host });
    const close: RunningRecorder['close'] = async ({ drainTimeoutMs = 0 } = {}) => {
      if (drainTimeoutMs > 0) await server.close({ drainTimeoutMs });
      await server.closeNow();
      await upstream.close();
      await record.settled();
    };
    return {
      url: server.url,
      baseURL: server.url + basePath,
      port: server.port,
      upstream: upstream.label,
      settled: () => record.settled(),
      close,
      [Symbol.asyncDispose]: () => close(),
    };
  } catch (error) {
    await upstream.close();
    throw error;
  }
}

/** Beyond loopback every program that reaches the port would spend the key. */
function refuseOpenKey({ apiKey, host = '127.0.0.1' }: StartRecorderOptions): void {
  if (apiKey === undefined || isLoopback(host)) return;
  throw new TypeError(
    `a recorder on ${host} with a key of its own would let every program that reaches it use that ` +
      'key: listen on 127.0.0.1, or leave out apiKey (--api-key) and let clients send their own',
  );
}

function refuseConversationsOnMiss({ conversations, onMiss }: StartRecorderOptions): void {
  if (conversations !== true || onMiss !== true) return;
  throw new TypeError(
    'conversations (--conversations) and onMiss (--on-miss) exclude each other: a recorder does not ' +
      'play conversations; record into a folder, and let the mock play it',
  );
}

interface Guards {
  readonly host: string;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly basePath: string;
}

/**
 * Builds the handler of the port. Every client that it admits may use the upstream's key and the
 * recording.
 */
function listener(
  handle: GatewayHandler,
  { host, allowedHosts, allowedOrigins, basePath }: Guards,
): GatewayHandler {
  const answered = withCors(standalone(mountAt(basePath, handle)), allowedOrigins);
  const toPages = fromOwnPages(
    answered,
    allowedOrigins,
    'allow the origin of your page with allowedOrigins or --allow-origin',
  );
  const isOwnHost = ownHosts(host, allowedHosts);
  const remedy = 'allow it with allowedHosts or --allow-host';
  return standalone(underOwnHosts(toPages, isOwnHost, remedy));
}

/** Replays what the folder holds, and asks for and records only the rest. */
async function recordOnMiss(
  { out, dialect, salt }: StartRecorderOptions,
  record: GatewayHandler,
): Promise<GatewayHandler> {
  const [{ createReplay, FixtureError, parseFixtures }, { loadFixtures }] = await Promise.all([
    import('@model-gateway/fixtures'),
    import('@model-gateway/fixtures/node'),
  ]);
  const fixtures = await loadFixtures(out).catch((error: unknown) => {
    const holdsNone = error instanceof FixtureError && error.diagnostics[0]?.code === 'GW2018';
    if (holdsNone) return parseFixtures([]);
    throw error;
  });
  return createReplay(fixtures, { mode: 'record-on-miss', fallback: record, dialect, salt }).handle;
}

const OPTIONS: OptionTable<StartRecorderOptions> = {
  upstream: TEXT,
  out: TEXT,
  port: wholeFrom(0, 65_535),
  host: TEXT,
  basePath: ANY_TEXT,
  apiKey: secret(TEXT),
  allowedHosts: TEXTS,
  allowedOrigins: TEXTS,
  dialect: ANYTHING,
  keepPrompts: FLAG,
  salt: secret(ANY_TEXT),
  expiresInDays: AMOUNT,
  force: FLAG,
  conversations: FLAG,
  onMiss: FLAG,
  onEvent: FUNCTION,
};
