import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from '../../src/repository.ts';

/*
 * Every function that a package exports is here: with a call that passes it an option which it does
 * not have, or among those that take no options. A new one without a row fails.
 */

/** What a module exports, when its types are not asked. */
type Exports = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;
type Call = (callee: (...args: readonly unknown[]) => unknown, typo: object) => unknown;

const first: Call = (callee, typo) => callee(typo);
const second =
  (argument: unknown): Call =>
  (callee, typo) =>
    callee(argument, typo);

const handler = async () => undefined;
const url = 'https://upstream.example/v1';
const http = async () => assert.fail('nothing is sent');
const provider: Call = (callee, typo) => callee({ apiKey: 'key', http, ...typo });
const fake: Call = (callee, typo) => callee(typo);

const CALLS: Readonly<Record<string, Readonly<Record<string, Call>>>> = {
  '@model-gateway/conformance': { bindSuite: second([]) },
  '@model-gateway/connect': {},
  '@model-gateway/core': {
    createApiKey: second('key'),
    createCatalog: second({}),
    createGateway: first,
    createMemoryGenerationStore: first,
    createMemoryGuardrailStore: first,
    createMemoryIdempotencyStore: first,
    createMemoryRateLimiter: first,
    createMemoryRateMeter: first,
    createMemoryTelemetryOutbox: first,
    defineOperation: first,
  },
  '@model-gateway/core/http': {
    errorResponse: (callee, typo) => callee(new Error('no'), undefined, typo),
    jsonResponse: second({}),
    withCors: second(handler),
  },
  '@model-gateway/egress': {
    createForwarder: second(url),
    createGuardedHttpClient: first,
    judgeUrl: second(url),
    passThrough: second(url),
  },
  '@model-gateway/egress/judge': { judgeUrl: second(url) },
  '@model-gateway/express': {},
  '@model-gateway/fetch': { fetchGateway: second(handler) },
  '@model-gateway/fixtures': {
    checkFixtures: second([]),
    createMemorySink: first,
    createRecorder: first,
    createRedactor: first,
    createReplay: second({}),
    exportHar: second({}),
    importHar: second({}),
    parseFixtures: second([]),
    recordingMeta: first,
    writeFixtureFile: second({}),
  },
  '@model-gateway/fixtures/node': {
    checkFixtureFiles: second('fixtures'),
    createFileSink: first,
    createUpstream: second(url),
    loadFixtures: second('fixtures'),
    watchFixtures: second('fixtures'),
  },
  '@model-gateway/koa': { gatewayErrorHandler: first },
  '@model-gateway/mock': {
    createMockGateway: first,
    createVirtualClock: first,
    startMockGateway: first,
    startRecorder: first,
  },
  '@model-gateway/mock/control': { connectMockGateway: second(url) },
  '@model-gateway/mock/msw': { mswHandlers: second({ handleAt: () => handler }) },
  '@model-gateway/mock/node-test': { gatewayFixtures: first },
  '@model-gateway/mock/vite': { modelGateway: first },
  '@model-gateway/node': { serve: second(handler) },
  '@model-gateway/openapi': {
    createDocsPage: second({}),
    createOpenApiDocument: first,
    describeInterface: first,
  },
  '@model-gateway/pictures': { createPictureProvider: first },
  '@model-gateway/providers': { defineChatProvider: first, defineImageProvider: first },
  '@model-gateway/providers/demo': { demo: first },
  '@model-gateway/providers/ark': { ark: provider },
  '@model-gateway/providers/azure': { azure: provider },
  '@model-gateway/providers/bfl': { bfl: provider },
  '@model-gateway/providers/fal': { fal: provider },
  '@model-gateway/providers/gateway': { upstreamGateway: provider },
  '@model-gateway/providers/gemini': { gemini: provider },
  '@model-gateway/providers/anthropic': { anthropic: provider },
  '@model-gateway/providers/bedrock': { bedrock: provider },
  '@model-gateway/providers/cohere': { cohere: provider },
  '@model-gateway/providers/openai': { openai: provider },
  '@model-gateway/providers/openai-compatible': { openAiCompatible: provider },
  '@model-gateway/providers/recraft': { recraft: provider },
  '@model-gateway/providers/replicate': { replicate: provider },
  '@model-gateway/providers/stability': { stability: provider },
  '@model-gateway/providers/testing': {
    defineFake: first,
    startFakeAnthropic: fake,
    startFakeBedrock: fake,
    startFakeArk: fake,
    startFakeAzure: fake,
    startFakeBfl: fake,
    startFakeCohere: fake,
    startFakeFal: fake,
    startFakeGemini: fake,
    startFakeOpenAi: fake,
    startFakeCerebras: fake,
    startFakeDeepSeek: fake,
    startFakeFireworks: fake,
    startFakeMoonshot: fake,
    startFakePerplexity: fake,
    startFakeQwen: fake,
    startFakeTogetherChat: fake,
    startFakeZai: fake,
    startFakeGroq: fake,
    startFakeJina: fake,
    startFakeMistral: fake,
    startFakeMistralEmbeddings: fake,
    startFakeOllama: fake,
    startFakeOpenAiCompatible: fake,
    startFakeRecraft: fake,
    startFakeReplicate: fake,
    startFakeStability: fake,
    startFakeTogether: fake,
    startFakeVertex: fake,
    startFakeVoyage: fake,
    startFakeXai: fake,
  },
  '@model-gateway/providers/together': { together: provider },
  '@model-gateway/providers/vertex': { vertex: provider },
  '@model-gateway/providers/xai': { xai: provider },
  '@model-gateway/redis': {
    createRedisIdempotencyStore: first,
    createRedisRateLimiter: first,
    createRedisRateMeter: first,
  },
  '@model-gateway/server': { createRequestMetrics: first, openGateway: second({}) },
  '@model-gateway/sql': {
    createSecretBox: (callee, typo) => callee([typo]),
    migrateDatabase: second('sqlite::memory:'),
    openStores: second('sqlite::memory:'),
  },
  '@model-gateway/telemetry': { createForwarder: first },
  '@model-gateway/worlds': { generateWorld: first, resolveWorld: first },
};

/**
 * Functions whose arguments are data, handlers or stores and not options. Builders of worlds have
 * messages of their own, with a code, which their tests hold.
 */
const WITHOUT_OPTIONS: ReadonlySet<string> = new Set(
  `addDecimals arrivalsOf createMemoryBudgetStore limitsProblem remainingOf toKeyLimits assetNameOf assignment authorOf bearer bytesResponse checkCatalog checkHandler
  collectAnswer createPartCheck readChatCompletion readMessage writeChatCompletion writeMessage
  compareDecimals compileFilterRules concatenate connectGateway continueWhenRead
  createAdapterSubject createManualClock createMemoryAssets createMemoryCreditLedger createMemoryDestinationStore
  createMemoryGuardrailAssignmentStore createMemoryKeyStore createMemoryMemberStore
  createMemoryModelStore createRequestLog createSourceMap dataUrlOf decodeBase64 describeDiagnostic describeFinding
  destination docsPagePolicy drawSwatch emptyResponse encodeBase64 encodeEvent encodeResponse
  endOfTurn events eventsResponse expressGateway finishResponse firstOf formatDecimal
  gatewayErrorHandler guardrail hashKey hostErrorBody hostErrorResponse image imageEndpointOf invalidRequest
  chatEndpointOf embeddingEndpointOf rerankEndpointOf demoEmbedding demoRanking call conversationRules countTokens fail raw reason refuse say
  isAssetNamed isAssetReference isBuilderError isEgressError isGatewayError isNotModified
  isProviderFailure isSampled isSampledBy isStoreUnavailable json judgeAddress koaGateway loadConfig
  loadGoldenWorld malformedPathResponse mockModels maskDestination member model mountAt mountedUrl on
  onceAllIsRead parseCatalog parseCredits parseDecimal partialCount patchDestination placeOfJsonError
  previewForwarding pricesFor readPlainFile replaceSecrets requestIdOf ruleFromJson samplingKey script
  selectModels sendAndFree sendAtOnce sendResponse sniffImage standalone stopReadingSoon subtractDecimals
  standardSchema sumStats tinyImage tinyImageBytes toErrorMiddleware toMiddleware toOpenMetrics toRequestListener
  withEnding within worldName`.split(/\s+/),
);

/** Modules of a test runner, which only it can load; they start a gateway by the same function. */
const OF_A_RUNNER = /\/mock\/(?:vitest|jest|playwright)$/;
const TYPO = 'unknwon';

describe('every exported function', () => {
  for (const name of entryPoints()) {
    it(`of ${name} refuses an option that it does not have`, async () => {
      const module: Exports = await import(name);
      const calls = CALLS[name] ?? {};
      const functions = Object.keys(module).filter(
        (each) => /^[a-z]/.test(each) && typeof module[each] === 'function',
      );
      const known = functions.filter((each) => each in calls || WITHOUT_OPTIONS.has(each));
      assert.deepEqual(functions, known, 'add the new ones to this file');
      for (const [each, call] of Object.entries(calls)) {
        const callee = module[each];
        assert.ok(callee !== undefined, `${each} is exported`);
        await assert.rejects(
          async () => call(callee, { [TYPO]: 1 }),
          new RegExp(`has no option "${TYPO}"`),
          each,
        );
      }
    });
  }
});

/** Every public module of every package that is published, but for data and shared parts. */
function entryPoints(): readonly string[] {
  return globSync('packages/*/package.json', { cwd: ROOT })
    .map((file): unknown => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')))
    .flatMap((manifest) => {
      // A package.json of this repository, which the check of packages reads too.
      const {
        name,
        exports = {},
        private: isPrivate,
      } = manifest as {
        readonly name: string;
        readonly exports?: object;
        readonly private?: boolean;
      };
      if (isPrivate === true) return [];
      return Object.keys(exports)
        .filter((entry) => !entry.endsWith('.json') && entry !== './kit')
        .map((entry) => name + entry.slice(1));
    })
    .filter((name) => !OF_A_RUNNER.test(name));
}
