import * as v from 'valibot';

/** A secret: the name of a variable, a file that holds it, or (with a warning) its text. */
export const SecretSchema = v.union([
  v.strictObject({ env: v.pipe(v.string(), v.minLength(1)) }),
  v.strictObject({ file: v.pipe(v.string(), v.minLength(1)) }),
  v.pipe(v.string(), v.minLength(1)),
]);
export type SecretSource = v.InferOutput<typeof SecretSchema>;

const Text = v.pipe(v.string(), v.minLength(1));
const Port = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(65_535));
const Milliseconds = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2_147_483_647));

const Time = v.pipe(Milliseconds, v.minValue(1));
/** A time that each operation has by itself where it is not set. */
const OwnTime = v.optional(v.nullable(Time), null);

/** Private addresses that the operator vouches for. */
const Origins = v.optional(
  v.array(
    v.pipe(
      v.string(),
      v.regex(
        /^https?:\/\/[^/?#\s]+$/,
        'expected an origin such as http://127.0.0.1:8080, without a path',
      ),
    ),
  ),
  [],
);

const HostNames = v.optional(
  v.array(
    v.pipe(
      v.string(),
      v.regex(/^[\w.-]+$/, 'expected a host name such as gateway.internal, without a port'),
    ),
  ),
  [],
);

/** One entry of a model's price list; the same members as `ImagePrice` of core. */
const PriceSchema = v.looseObject({
  billable: Text,
  unit: Text,
  usd: v.pipe(v.string(), v.regex(/^\d+(\.\d+)?$/, 'expected USD in plain digits, such as "0.04"')),
});

const EndpointSchema = v.strictObject({
  formats: v.optional(v.pipe(v.array(v.picklist(['png', 'jpeg', 'webp', 'svg'])), v.minLength(1))),
  qualities: v.optional(v.array(v.picklist(['auto', 'low', 'medium', 'high']))),
  backgrounds: v.optional(v.array(v.picklist(['auto', 'transparent', 'opaque']))),
  maxImages: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10))),
  maxReferences: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(16))),
  seed: v.optional(v.boolean()),
  compression: v.optional(v.boolean()),
  streams: v.optional(v.boolean()),
  passthrough: v.optional(v.array(Text)),
});

const Count = v.pipe(v.number(), v.integer(), v.minValue(1));

/** Prices of tokens by the names of contract §8.5; the module of the provider judges them. */
const TokenPricesSchema = v.record(
  v.string(),
  v.union([v.string(), v.number(), v.array(v.unknown())]),
);

/** The times of an endpoint, which take precedence over those of `inference`. */
const LimitsSchema = v.strictObject({
  connectMs: v.optional(Time),
  firstByteMs: v.optional(Time),
  firstOutputMs: v.optional(Time),
  betweenOutputsMs: v.optional(Time),
  wholeMs: v.optional(Time),
});

const ProviderModelSchema = v.strictObject({
  upstream: v.optional(Text),
  like: v.optional(Text),
  name: v.optional(Text),
  endpoint: v.optional(EndpointSchema),
  api: v.optional(v.picklist(['chat', 'responses', 'messages'])),
  context: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  maxOutput: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  inputs: v.optional(v.array(v.picklist(['text', 'tokens', 'image', 'file', 'audio', 'video']))),
  parameters: v.optional(v.array(Text)),
  task: v.optional(v.picklist(['embeddings', 'rerank'])),
  dimensions: v.optional(
    v.strictObject({
      usual: v.optional(Count),
      from: v.optional(v.tuple([Count, Count])),
      oneOf: v.optional(v.array(Count)),
    }),
  ),
  inputTypes: v.optional(v.array(Text)),
  batch: v.optional(v.strictObject({ inputs: v.optional(Count), tokens: v.optional(Count) })),
  fetchesMedia: v.optional(v.boolean()),
  maxDocuments: v.optional(Count),
  searchUnit: v.optional(v.strictObject({ documents: Count, tokens: Count })),
  pricing: v.optional(v.union([v.pipe(v.array(PriceSchema), v.minLength(1)), TokenPricesSchema])),
  wire: v.optional(v.record(v.string(), v.unknown())),
  limits: v.optional(LimitsSchema),
  onClientLeft: v.optional(v.picklist(['abort', 'drain'])),
});
export type ProviderModelConfig = v.InferOutput<typeof ProviderModelSchema>;

export const ProviderSchema = v.strictObject({
  kind: Text,
  slug: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'expected lower-case letters, digits and dashes'),
    ),
  ),
  name: v.optional(Text),
  baseUrl: v.optional(
    v.pipe(v.string(), v.regex(/^https?:\/\/\S+$/, 'expected an http or https URL')),
  ),
  apiKey: v.optional(SecretSchema),
  credentials: v.optional(
    v.union([
      v.literal('chain'),
      v.strictObject({
        accessKeyId: SecretSchema,
        secretAccessKey: SecretSchema,
        sessionToken: v.optional(SecretSchema),
      }),
    ]),
  ),
  resource: v.optional(Text),
  region: v.optional(Text),
  project: v.optional(Text),
  profile: v.optional(Text),
  zdr: v.optional(v.boolean()),
  models: v.optional(
    v.union([v.literal('all'), v.array(Text), v.record(v.string(), ProviderModelSchema)]),
    'all',
  ),
});
export type ProviderConfig = v.InferOutput<typeof ProviderSchema>;

/** The upstream of what the gateway does not answer itself; `passThrough` of egress judges the rest. */
const PassThroughSchema = v.strictObject({
  baseUrl: v.pipe(v.string(), v.regex(/^https?:\/\/\S+$/, 'expected an http or https URL')),
  apiKey: v.nullable(SecretSchema),
  paths: v.pipe(v.array(Text), v.minLength(1)),
  requestHeaders: v.optional(v.array(Text), []),
  responseHeaders: v.optional(v.array(Text), []),
});

/** The configuration file, every member optional. */
export const ConfigSchema = v.strictObject({
  $schema: v.optional(v.string()),
  store: v.optional(SecretSchema, 'sqlite:gateway.db'),
  server: v.optional(
    v.strictObject({
      host: v.optional(Text, '127.0.0.1'),
      port: v.optional(Port, 4000),
      basePath: v.optional(
        v.pipe(
          v.string(),
          v.regex(/^(?:\/[\w.~-]+)*$/, 'expected a path such as /v1, without a slash at the end'),
        ),
        '/v1',
      ),
      dialect: v.optional(v.picklist(['gateway', 'openrouter']), 'gateway'),
      publicBaseUrl: v.optional(
        v.nullable(
          v.pipe(v.string(), v.regex(/^https?:\/\/\S+$/, 'expected an http or https URL')),
        ),
        null,
      ),
      xApiKey: v.optional(v.boolean(), true),
      maxBodyBytes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1024)), 33_554_432),
      cors: v.optional(v.boolean(), false),
      maxConnections: v.optional(
        v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000))),
        null,
      ),
      drainTimeoutMs: v.optional(Milliseconds, 30_000),
      shutdownDelayMs: v.optional(Milliseconds, 0),
    }),
    {},
  ),
  catalog: v.optional(
    v.strictObject({
      file: v.optional(v.nullable(Text), null),
      public: v.optional(v.boolean(), false),
    }),
    {},
  ),
  providers: v.optional(v.pipe(v.array(ProviderSchema), v.maxLength(100)), []),
  inference: v.optional(
    v.strictObject({
      budgetMs: OwnTime,
      connectMs: OwnTime,
      firstByteMs: OwnTime,
      firstOutputMs: OwnTime,
      betweenOutputsMs: OwnTime,
      wholeMs: OwnTime,
      commitAfterMs: v.optional(Milliseconds, 15_000),
      routing: v.optional(v.picklist(['weighted', 'cheapest']), 'weighted'),
      aliases: v.optional(v.record(Text, Text), {}),
      maxHeldBytes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 67_108_864),
      breaker: v.optional(
        v.strictObject({
          failures: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 5),
          cooldownMs: v.optional(Milliseconds, 15_000),
        }),
        {},
      ),
    }),
    {},
  ),
  passThrough: v.optional(v.nullable(PassThroughSchema), null),
  credits: v.optional(
    v.strictObject({
      required: v.optional(v.boolean(), true),
      reserve: v.optional(v.picklist(['whole', 'affordable']), 'whole'),
    }),
    {},
  ),
  generationDays: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3650)), 90),
  limits: v.optional(
    v.nullable(
      v.strictObject({
        requests: v.optional(
          v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
          60,
        ),
        windowSeconds: v.optional(
          v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(86_400)),
          60,
        ),
        store: v.optional(v.picklist(['sql', 'redis', 'memory']), 'sql'),
        redis: v.optional(v.nullable(SecretSchema), null),
        whenUnreachable: v.optional(v.picklist(['open', 'closed', 'local']), 'local'),
      }),
    ),
    null,
  ),
  newKeys: v.optional(
    v.strictObject({
      limit: v.optional(
        v.nullable(
          v.pipe(
            v.string(),
            v.regex(/^\d{1,12}(\.\d{1,18})?$/, 'expected USD in plain digits, such as "20"'),
          ),
        ),
        null,
      ),
      limitReset: v.optional(v.nullable(v.picklist(['daily', 'weekly', 'monthly'])), null),
      requestsPerMinute: v.optional(v.nullable(Count), null),
      tokensPerMinute: v.optional(v.nullable(Count), null),
    }),
    {},
  ),
  spending: v.optional(
    v.strictObject({
      webhook: v.optional(
        v.nullable(
          v.strictObject({
            url: v.pipe(v.string(), v.regex(/^https?:\/\/\S+$/, 'expected an http or https URL')),
            secret: SecretSchema,
          }),
        ),
        null,
      ),
    }),
    {},
  ),
  idempotency: v.optional(
    v.nullable(
      v.strictObject({
        store: v.optional(v.picklist(['sql', 'redis', 'memory']), 'sql'),
        redis: v.optional(v.nullable(SecretSchema), null),
      }),
    ),
    {},
  ),
  secrets: v.optional(v.strictObject({ keys: v.optional(v.nullable(SecretSchema), null) }), {}),
  egress: v.optional(
    v.strictObject({
      allowOrigins: Origins,
      references: v.optional(v.boolean(), false),
    }),
    {},
  ),
  destinations: v.optional(
    v.strictObject({
      originChange: v.optional(v.picklist(['keep-secrets', 'require-secrets']), 'require-secrets'),
    }),
    {},
  ),
  telemetry: v.optional(
    v.strictObject({
      enabled: v.optional(v.boolean(), true),
      allowOrigins: Origins,
      flushTimeoutMs: v.optional(Milliseconds, 5000),
      outbox: v.optional(v.boolean(), false),
    }),
    {},
  ),
  log: v.optional(
    v.strictObject({
      level: v.optional(
        v.picklist(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
        'info',
      ),
      format: v.optional(v.picklist(['json', 'pretty']), 'json'),
    }),
    {},
  ),
  admin: v.optional(
    v.nullable(
      v.strictObject({
        host: v.optional(Text, '127.0.0.1'),
        port: v.optional(Port, 4001),
        allowHosts: HostNames,
        readyGraceSeconds: v.optional(
          v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(3600)),
          30,
        ),
      }),
    ),
    {},
  ),
});

/** A configuration as users write it: every member is optional. */
export type ConfigInput = v.InferInput<typeof ConfigSchema>;
/** A configuration with every default. Secrets are not resolved yet. */
export type Config = v.InferOutput<typeof ConfigSchema>;
