/** The limit of a measured value. */
export type Limit = { readonly atLeast: number } | { readonly atMost: number };

/** One row of the table of targets. */
export interface Target {
  /** A workload may be judged by several rows; they share the number. */
  readonly id: string;
  /** The ratio that is measured; "server" values are CPU time per request. */
  readonly workload: string;
  readonly unit: 'ratio' | 'milliseconds' | 'bytes';
  /** Undefined for what is measured for information. */
  readonly limit: Limit | undefined;
}

/** The limits that do not depend on a host framework; theirs are in hosts.ts. */
export const TARGETS = {
  oneAtATime: {
    id: 'T2',
    workload: 'one tiny answer at a time: bare ÷ connect and our adapter',
    unit: 'ratio',
    limit: { atLeast: 0.85 },
  },
  pageToTiny: {
    id: 'T3',
    workload: 'page of 50 of 400, auth and validation: bare tiny ÷ connect',
    unit: 'ratio',
    limit: { atLeast: 0.3 },
  },
  pageToSameBytes: {
    id: 'T3',
    workload: 'page of 50 of 400: bare, same bytes ÷ connect',
    unit: 'ratio',
    limit: { atLeast: 0.55 },
  },
  pageToNaive: {
    id: 'T3',
    workload: 'page of 50 of 400: naive ÷ connect',
    unit: 'ratio',
    limit: { atLeast: 10 },
  },
  largePageToTiny: {
    id: 'T4',
    workload: 'page of 50 of 10,000: bare tiny ÷ connect',
    unit: 'ratio',
    limit: { atLeast: 0.12 },
  },
  largePageToNaive: {
    id: 'T4',
    workload: 'page of 50 of 10,000: naive ÷ connect',
    unit: 'ratio',
    limit: { atLeast: 90 },
  },
  pageTail: {
    id: 'T5',
    workload: 'page of 50 of 400, 16 connections: latency p99 ÷ p50',
    unit: 'ratio',
    limit: { atMost: 4 },
  },
  assembledList: {
    id: 'T6',
    workload: 'default list assembled per request: bare, same bytes ÷ connect',
    unit: 'ratio',
    limit: { atLeast: 0.8 },
  },
  notModified: {
    id: 'T7',
    workload: '304, whole path: bare tiny ÷ connect',
    unit: 'ratio',
    limit: { atLeast: 0.8 },
  },
  unauthorized: {
    id: 'T7',
    workload: '401, whole path: bare tiny ÷ connect',
    unit: 'ratio',
    limit: { atLeast: 0.8 },
  },
  sseRelay: {
    id: 'T9',
    workload: 'SSE pass-through, 16 frames of 1 MB: http.get().pipe(res) ÷ connect',
    unit: 'ratio',
    limit: { atLeast: 0.8 },
  },
  sseFrameSize: {
    id: 'T10',
    workload: 'SSE pass-through of 16 MB: frames of 1 MB ÷ one frame, both connect',
    unit: 'ratio',
    limit: { atLeast: 0.8 },
  },
  generatedFromBytes: {
    id: 'T11',
    workload: 'generated image as SSE, from bytes: bare, ready frame of 1 MB ÷ connect',
    unit: 'ratio',
    limit: { atLeast: 0.2 },
  },
  generatedFromBase64: {
    id: 'T11',
    workload: 'generated image as SSE, from ready base64: the same ÷ connect',
    unit: 'ratio',
    limit: { atLeast: 0.8 },
  },
  startUp: {
    id: 'T12',
    workload: 'mock, spawn to first 200, 400 models: mock ÷ bare file server',
    unit: 'ratio',
    limit: { atMost: 1.5 },
  },
  startUpMemory: {
    id: 'T12',
    workload: 'RSS after that first 200: mock ÷ bare file server',
    unit: 'ratio',
    limit: { atMost: 1.25 },
  },
  jsonServer: {
    id: 'T13',
    workload: 'full list of 400: json-server 0.17 ÷ connect',
    unit: 'ratio',
    limit: { atLeast: 80 },
  },
  mockoon: {
    id: 'T13',
    workload: 'full list of 400: Mockoon CLI ÷ connect',
    unit: 'ratio',
    limit: { atLeast: 8 },
  },
  prism: {
    id: 'T13',
    workload: 'full list of 400: Prism ÷ connect',
    unit: 'ratio',
    limit: { atLeast: 50 },
  },
  smallRelay: {
    id: 'T14',
    workload: 'POST /images relay, small reply, all features on: bare undici ÷ connect',
    unit: 'ratio',
    limit: { atLeast: 0.5 },
  },
  engine: {
    id: 'T15',
    workload: 'engine alone, filtered page of 100,000 models, p50',
    unit: 'milliseconds',
    limit: { atMost: 1 },
  },
  fixturesLoad: {
    id: 'T16',
    workload: '10,000 exchanges of YAML, first load of a process, CPU time',
    unit: 'milliseconds',
    limit: { atMost: 1000 },
  },
  fixturesExact: {
    id: 'T16',
    workload: 'replay of an exact match: among 10,000 ÷ among 100',
    unit: 'ratio',
    limit: { atMost: 2 },
  },
  fixturesPartial: {
    id: 'T16',
    workload: 'replay of a match with a matcher: among 10,000 ÷ among 100',
    unit: 'ratio',
    limit: { atMost: 2 },
  },
  tenantState: {
    id: 'T17',
    workload:
      'snapshot, restore, fork, reset or clear of a tenant of the golden world, the slowest',
    unit: 'milliseconds',
    limit: { atMost: 1 },
  },
  tenantMemory: {
    id: 'T17',
    workload: 'RSS of 1,000 tenants of the golden world, each after some requests',
    unit: 'bytes',
    limit: { atMost: 200_000_000 },
  },
  sqliteCatalog: {
    id: 'T18',
    workload: 'default list of 400: memory ÷ SQLite',
    unit: 'ratio',
    limit: { atLeast: 0.97 },
  },
  postgresCatalog: {
    id: 'T18',
    workload: 'default list of 400: memory ÷ PostgreSQL',
    unit: 'ratio',
    limit: { atLeast: 0.97 },
  },
  fullPatch: {
    id: 'T19',
    workload: 'PATCH, SQLite, synchronous FULL: bare statements ÷ store',
    unit: 'ratio',
    limit: { atLeast: 0.8 },
  },
  fullReserve: {
    id: 'T19',
    workload: 'reserve and settle, SQLite, synchronous FULL: bare statements ÷ ledger',
    unit: 'ratio',
    limit: { atLeast: 0.8 },
  },
  normalPatch: {
    id: 'T19',
    workload: 'PATCH, SQLite, synchronous NORMAL: bare statements ÷ store',
    unit: 'ratio',
    limit: { atLeast: 0.4 },
  },
  normalReserve: {
    id: 'T19',
    workload: 'reserve and settle, SQLite, synchronous NORMAL: bare statements ÷ ledger',
    unit: 'ratio',
    limit: { atLeast: 0.4 },
  },
  postgresPatch: {
    id: 'T19',
    workload: 'PATCH, PostgreSQL, CPU of the client: bare statements ÷ store',
    unit: 'ratio',
    limit: { atLeast: 0.6 },
  },
  postgresReserve: {
    id: 'T19',
    workload: 'reserve and settle, PostgreSQL, CPU of the client: bare statements ÷ ledger',
    unit: 'ratio',
    limit: { atLeast: 0.6 },
  },
  seenByListen: {
    id: 'T19',
    workload: 'a new catalog is seen by another process, the slowest of five, by LISTEN',
    unit: 'milliseconds',
    limit: { atMost: 1000 },
  },
  seenByPolling: {
    id: 'T19',
    workload: 'the same with LISTEN cut off',
    unit: 'milliseconds',
    limit: { atMost: 10_000 },
  },
  telemetryWanted: {
    id: 'T20',
    workload: 'POST /images, a PNG of 1 MB, telemetry to one destination: off ÷ on',
    unit: 'ratio',
    limit: { atLeast: 0.95 },
  },
  telemetryWantedSmall: {
    id: 'T20',
    workload: 'the same with the smallest image that can be: off ÷ on',
    unit: 'ratio',
    limit: undefined,
  },
  telemetryLookUp: {
    id: 'T20',
    workload: 'no destination wants it, smallest image: off ÷ (off + the look-up, timed alone)',
    unit: 'ratio',
    limit: { atLeast: 0.995 },
  },
  telemetryUnwanted: {
    id: 'T20',
    workload: 'the same, whole requests: off ÷ on',
    unit: 'ratio',
    limit: undefined,
  },
  openAiStream: {
    id: 'T21',
    workload: 'streamed image through `openai`, 8 MB: http.get().pipe(res) ÷ connect',
    unit: 'ratio',
    limit: { atLeast: 0.8 },
  },
  openAiMemory: {
    id: 'T21',
    workload: 'peak RSS with 200 streamed images of 8 MB at once',
    unit: 'bytes',
    limit: { atMost: 400_000_000 },
  },
  observedPage: {
    id: 'T22',
    workload: 'page of 50 of 400 over SQLite, logs and metrics: off ÷ on',
    unit: 'ratio',
    limit: { atLeast: 0.9 },
  },
  serverStart: {
    id: 'T22',
    workload: 'spawn to first 200, store of 400 models: server ÷ mock',
    unit: 'ratio',
    limit: { atMost: 1.6 },
  },
  serverMemory: {
    id: 'T22',
    workload: 'RSS of the server after that',
    unit: 'bytes',
    limit: { atMost: 130_000_000 },
  },
  smallImage: {
    id: 'T23',
    workload: 'image of 1024 × 1024 of the mock in small detail, CPU time',
    unit: 'milliseconds',
    limit: { atMost: 10 },
  },
  fullImage: {
    id: 'T23',
    workload: 'image of 1024 × 1024 of the mock in full detail, CPU time',
    unit: 'milliseconds',
    limit: { atMost: 60 },
  },
  telemetryDrops: {
    id: 'T24',
    workload: 'telemetry of 10,000 requests a second to a collector: share that is lost',
    unit: 'ratio',
    limit: { atMost: 0 },
  },
  telemetryShare: {
    id: 'T24',
    workload: 'the same: share of a core that it takes',
    unit: 'ratio',
    limit: { atMost: 0.35 },
  },
  telemetryLateness: {
    id: 'T24',
    workload: 'the same: how late timers come, p99',
    unit: 'milliseconds',
    limit: { atMost: 5 },
  },
  telemetryHeld: {
    id: 'T25',
    workload: 'memory held after 1,000,000 records of 4 kB for ten silent destinations',
    unit: 'bytes',
    limit: { atMost: 100_000_000 },
  },
  telemetryLeft: {
    id: 'T25',
    workload: 'the same after close',
    unit: 'bytes',
    limit: { atMost: 20_000_000 },
  },
  telemetrySoak: {
    id: 'T26',
    workload: 'growth of the heap in ten minutes of faults and changes at random',
    unit: 'bytes',
    limit: { atMost: 1_000_000 },
  },
  telemetryIsolationMiddle: {
    id: 'T27',
    workload: '1,000 requests a second, five failing destinations and one healthy: p50 on ÷ off',
    unit: 'ratio',
    limit: { atMost: 1.05 },
  },
  telemetryIsolationTail: {
    id: 'T27',
    workload: 'the same: p99 on ÷ off',
    unit: 'ratio',
    limit: { atMost: 1.05 },
  },
  telemetryDelivered: {
    id: 'T27',
    workload: 'the same: share that the healthy destination gets',
    unit: 'ratio',
    limit: { atLeast: 1 },
  },
  telemetryLag: {
    id: 'T27',
    workload: 'the same: how long after the answer, p99',
    unit: 'milliseconds',
    limit: { atMost: 2000 },
  },
} as const satisfies Record<string, Target>;
