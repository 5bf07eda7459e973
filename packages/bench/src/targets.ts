import type { Target } from './target.ts';

/** The limits; those of host frameworks are in hosts.ts. */
export const TARGETS = {
  ...of('T2', {
    oneAtATime: atLeast(0.85, 'one tiny answer at a time: bare ÷ connect and our adapter'),
  }),
  ...of('T3', {
    pageToTiny: atLeast(0.3, 'page of 50 of 400, auth and validation: bare tiny ÷ connect'),
    pageToSameBytes: atLeast(0.55, 'page of 50 of 400: bare, same bytes ÷ connect'),
    pageToNaive: atLeast(10, 'page of 50 of 400: naive ÷ connect'),
  }),
  ...of('T4', {
    largePageToTiny: atLeast(0.12, 'page of 50 of 10,000: bare tiny ÷ connect'),
    largePageToNaive: atLeast(90, 'page of 50 of 10,000: naive ÷ connect'),
  }),
  ...of('T5', {
    pageTail: atMost(4, 'page of 50 of 400, 16 connections: latency p99 ÷ p50'),
  }),
  ...of('T6', {
    assembledList: atLeast(0.8, 'default list assembled per request: bare, same bytes ÷ connect'),
  }),
  ...of('T7', {
    notModified: atLeast(0.8, '304, whole path: bare tiny ÷ connect'),
    unauthorized: atLeast(0.8, '401, whole path: bare tiny ÷ connect'),
  }),
  ...of('T9', {
    sseRelay: atLeast(0.8, 'SSE pass-through, 16 frames of 1 MB: http.get().pipe(res) ÷ connect'),
  }),
  ...of('T10', {
    sseFrameSize: atLeast(
      0.8,
      'SSE pass-through of 16 MB: frames of 1 MB ÷ one frame, both connect',
    ),
  }),
  ...of('T11', {
    generatedFromBytes: atLeast(
      0.2,
      'generated image as SSE, from bytes: bare, ready frame of 1 MB ÷ connect',
    ),
    generatedFromBase64: atLeast(
      0.8,
      'generated image as SSE, from ready base64: the same ÷ connect',
    ),
  }),
  ...of('T12', {
    startUp: atMost(1.5, 'mock, spawn to first 200, 400 models: mock ÷ bare file server'),
    startUpMemory: atMost(1.25, 'RSS after that first 200: mock ÷ bare file server'),
  }),
  ...of('T13', {
    jsonServer: atLeast(80, 'full list of 400: json-server 0.17 ÷ connect'),
    mockoon: atLeast(8, 'full list of 400: Mockoon CLI ÷ connect'),
    prism: atLeast(50, 'full list of 400: Prism ÷ connect'),
  }),
  ...of('T14', {
    smallRelay: atLeast(
      0.5,
      'POST /images relay, small reply, all features on: bare undici ÷ connect',
    ),
  }),
  ...of('T15', {
    engine: atMost(1, 'engine alone, filtered page of 100,000 models, p50', 'milliseconds'),
  }),
  ...of('T18', {
    sqliteCatalog: atLeast(0.97, 'default list of 400: memory ÷ SQLite'),
    postgresCatalog: atLeast(0.97, 'default list of 400: memory ÷ PostgreSQL'),
  }),
  ...of('T19', {
    fullPatch: atLeast(0.8, 'PATCH, SQLite, synchronous FULL: bare statements ÷ store'),
    fullReserve: atLeast(
      0.8,
      'reserve and settle, SQLite, synchronous FULL: bare statements ÷ ledger',
    ),
    normalPatch: atLeast(0.4, 'PATCH, SQLite, synchronous NORMAL: bare statements ÷ store'),
    normalReserve: atLeast(
      0.4,
      'reserve and settle, SQLite, synchronous NORMAL: bare statements ÷ ledger',
    ),
    postgresPatch: atLeast(0.6, 'PATCH, PostgreSQL, CPU of the client: bare statements ÷ store'),
    postgresReserve: atLeast(
      0.6,
      'reserve and settle, PostgreSQL, CPU of the client: bare statements ÷ ledger',
    ),
    seenByListen: atMost(
      1000,
      'a new catalog is seen by another process, the slowest of five, by LISTEN',
      'milliseconds',
    ),
    seenByPolling: atMost(10_000, 'the same with LISTEN cut off', 'milliseconds'),
  }),
  ...of('T20', {
    telemetryWanted: atLeast(
      0.95,
      'POST /images, a PNG of 1 MB, telemetry to one destination: off ÷ on',
    ),
    telemetryWantedSmall: informs('the same with the smallest possible image: off ÷ on'),
    telemetryLookUp: atLeast(
      0.995,
      'no destination wants it, smallest image: off ÷ (off + the look-up, timed alone)',
    ),
    telemetryUnwanted: informs('the same, whole requests: off ÷ on'),
  }),
  ...of('T21', {
    openAiStream: atLeast(
      0.8,
      'streamed image through `openai`, 8 MB: http.get().pipe(res) ÷ connect',
    ),
    openAiMemory: atMost(400_000_000, 'peak RSS with 200 streamed images of 8 MB at once', 'bytes'),
  }),
  ...of('T22', {
    observedPage: atLeast(0.9, 'page of 50 of 400 over SQLite, logs and metrics: off ÷ on'),
    serverStart: atMost(1.6, 'spawn to first 200, store of 400 models: server ÷ mock'),
    serverMemory: atMost(130_000_000, 'RSS of the server after that', 'bytes'),
  }),
  ...of('T29', {
    chatPaced: atLeast(0.8, '24 streams, a delta a read, stores in memory: bare pipe ÷ gateway'),
    chatPacedStored: atLeast(0.8, 'the same over SQLite'),
    chatJoined: atLeast(
      0.8,
      '24 streams, eight deltas a read, stores in memory: bare pipe ÷ gateway',
    ),
    chatJoinedStored: atLeast(0.8, 'the same over SQLite'),
  }),
  ...of('T30', {
    messagesPaced: atLeast(0.7, '24 streams of messages, a delta a read: bare pipe ÷ gateway'),
    messagesJoined: atLeast(
      0.5,
      '24 streams of messages, eight deltas a read: bare pipe ÷ gateway',
    ),
    anthropicPaced: atLeast(
      0.7,
      '24 streams of an upstream with Messages, a delta a read: bare pipe ÷ gateway',
    ),
    anthropicJoined: informs('the same, eight deltas a read'),
    geminiPaced: informs('with generateContent, a delta a read'),
    geminiJoined: informs('with generateContent, eight deltas a read'),
    responsesPaced: informs('with Responses, a delta a read'),
    responsesJoined: informs('with Responses, eight deltas a read'),
    bedrockPaced: informs('with Converse, in frames of AWS, a delta a read'),
    bedrockJoined: informs('with Converse, in frames of AWS, eight deltas a read'),
    coherePaced: informs("with Cohere's chat, a delta a read"),
    cohereJoined: informs("with Cohere's chat, eight deltas a read"),
  }),
  ...of('T31', {
    firstOutput: atMost(
      1,
      'time to first output beyond a bare pipe, 50 streams open at any time, p50',
      'milliseconds',
    ),
    lastFirstOutput: atMost(5, 'the same, p99', 'milliseconds'),
    firstOutputTogether: informs('50 streams that begin together, p50', 'milliseconds'),
    lastFirstOutputTogether: informs('the same, p99', 'milliseconds'),
  }),
  ...of('T33', {
    wholeChat: atLeast(0.45, 'buffered chat, 2 kB, stores in memory: bare pipe ÷ gateway'),
    wholeChatStored: atLeast(0.45, 'the same over SQLite'),
    portkeyChat: atLeast(3, 'the same: Portkey 1.15 ÷ gateway'),
  }),
  ...of('T34', {
    longChat: atLeast(0.8, '200 messages and 4 MB of data URLs: bare pipe ÷ gateway'),
  }),
  ...of('T35', {
    mockStream: atMost(1.5, 'streamed answer of 200 words: the mock ÷ aimock 1.43'),
    mockWhole: atMost(1, 'the same, whole'),
  }),
  ...of('T36', {
    embeddings: atLeast(0.7, '10,000 embeddings of 1,536 floats in base64: bare pipe ÷ gateway'),
    heldEmbeddings: informs('the same: bare pipe that holds an answer until it is whole ÷ gateway'),
  }),
};

/** What a row says beside its number. */
type Measured = Omit<Target, 'id'>;

/** The rows of one number. */
function of<Name extends string>(
  id: string,
  rows: Readonly<Record<Name, Measured>>,
): Readonly<Record<Name, Target>> {
  const named = Object.entries<Measured>(rows).map(([name, row]) => [name, { id, ...row }]);
  // The same names, each with its number.
  return Object.fromEntries(named) as Record<Name, Target>;
}

type Unit = Target['unit'];

function atLeast(least: number, workload: string, unit: Unit = 'ratio'): Measured {
  return { workload, unit, limit: { atLeast: least } };
}

function atMost(most: number, workload: string, unit: Unit = 'ratio'): Measured {
  return { workload, unit, limit: { atMost: most } };
}

function informs(workload: string, unit: Unit = 'ratio'): Measured {
  return { workload, unit, limit: undefined };
}
