import type { RecordedKey, RequestObserver, RequestRecord } from '@model-gateway/core';
import { checkOptions, withMethods } from '@model-gateway/core/kit';
import { lineWriter, logLater, type Logger, type WriteLine } from './create-logger.ts';

const REMEDY = 'if you trust the address, add its origin to egress.allowOrigins';

/** Enough to find the key, too little to guess it. */
const HASH_PREFIX = 8;

/** What a line will say; the rest of the record is not kept for it. */
interface WaitingLine {
  /** When the request ended. */
  readonly at: number;
  readonly level: 'warn' | 'info';
  /** Adds who asked for what. */
  readonly write: WriteLine;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Of lines that are not made yet; then they are made at once. */
const MOST_WAITING = 200;

/**
 * Creates an observer that logs one line per request, from an allow-list of fields: never a key, a
 * prompt, an image, a value of a config or the text of a query. A status of 500 and above is a warning.
 * For `observers` of `createGateway`, with a logger of pino; lines of `openGateway` are the same. Throws
 * a `TypeError` for another logger. Source: contract §1.12.
 *
 * @example
 * const gateway = createGateway({ stores, providers, observers: [createRequestLog(pino())] });
 */
export function createRequestLog(logger: Logger): RequestObserver {
  checkOptions('createRequestLog', { logger }, { logger: LOGGER });
  const writers = new LineWriters(logger);
  // Made together, when the log is written: between other work, their code would have to be loaded into
  // the processor's caches each time.
  let waiting: WaitingLine[] = [];
  const logWaiting = () => {
    const lines = waiting;
    waiting = [];
    for (const { at, level, write, fields } of lines) write(level, at, fields);
  };
  return {
    // As metrics do; which lines are written is up to the logger, whose level may change.
    wants: () => 'metadata',
    observe(record) {
      const level = levelOf(record);
      if (!logger.isLevelEnabled(level)) return;
      const at = record.startedAt + record.ms;
      waiting.push({ at, level, write: writers.of(record), fields: fieldsOf(record) });
      if (waiting.length === 1) logLater(logger, logWaiting);
      else if (waiting.length === MOST_WAITING) logWaiting();
    },
  };
}

const LOGGER = withMethods('a logger of pino', 'info', 'warn', 'child', 'isLevelEnabled');

function levelOf({ status }: RequestRecord): 'warn' | 'info' {
  return status >= 500 ? 'warn' : 'info';
}

function fieldsOf(record: RequestRecord) {
  const { requestId, parent, status, ms, ending, error, refusedKey, generation } = record;
  // JSON leaves out what is undefined, in less time than it takes to spread nothing.
  const always = { requestId, traceId: parent?.traceId, status, ms: Math.round(ms) };
  if (ending === 'complete' && error === undefined && generation === undefined) return always;
  return {
    ...always,
    ...(ending !== 'complete' && { ending }),
    ...(error !== undefined && { error }),
    ...(refusedKey !== undefined && { keyProblem: refusedKey.problem }),
    ...(generation !== undefined && generationFields(generation)),
  };
}

function generationFields(generation: NonNullable<RequestRecord['generation']>) {
  const { id, task, model, provider, attempts, costUsd, outputs, refusedReferences } = generation;
  const { drainedUsd } = generation;
  return {
    generationId: id,
    model,
    provider: provider?.slug,
    ...(task === 'images'
      ? { images: outputs.filter(({ type }) => type === 'image').length }
      : tokenFields(generation)),
    costUsd,
    ...(drainedUsd !== undefined && { drainedUsd }),
    attemptCount: attempts.length,
    failure: attempts.at(-1)?.failure,
    ...(refusedReferences !== undefined && { refusedReferences }),
    attempts: attempts.map(
      ({ provider: slug, outcome, failure, egress, egressCode, message, ms }) => ({
        provider: slug,
        outcome,
        failure,
        egress,
        egressCode,
        message,
        ...(egress === 'refused' && { remedy: REMEDY }),
        ms: Math.round(ms),
      }),
    ),
  };
}

/** What came of a text model, in numbers. */
function tokenFields({
  isStream,
  usage,
  firstOutputMs,
  finishReason,
}: NonNullable<RequestRecord['generation']>) {
  return {
    isStream,
    inputTokens: usage?.promptTokens,
    outputTokens: usage?.completionTokens,
    cachedTokens: usage?.cacheReadTokens,
    reasoningTokens: usage?.reasoningTokens,
    ...(usage?.isEstimated === true && { isEstimated: true }),
    firstOutputMs: firstOutputMs === undefined ? undefined : Math.round(firstOutputMs),
    finishReason,
  };
}

/** Then all are forgotten: a busy caller's comes back with its next request. */
const MOST_WRITERS = 1000;

/** What writes lines, and what their first fields are made of. */
interface KnownWriter {
  readonly operation: string;
  readonly method: string;
  readonly keyLabel: string | undefined;
  readonly write: WriteLine;
}

/** The key that the request came with, if it is known, also when it was refused. */
function keyOf({ caller, refusedKey }: RequestRecord): RecordedKey | undefined {
  return caller ?? refusedKey?.key;
}

/** Writers of lines that begin with who asked for what. */
class LineWriters {
  readonly #logger: Logger;
  /** By the hash of the key: joining all parts to one name would take as long as the line itself. */
  readonly #known = new Map<string | undefined, KnownWriter[]>();
  #amount = 0;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  of(record: RequestRecord): WriteLine {
    const { operation, method } = record;
    const key = keyOf(record);
    for (const known of this.#known.get(key?.keyHash) ?? []) {
      const isSame = known.operation === operation && known.method === method;
      if (isSame && known.keyLabel === key?.keyLabel) return known.write;
    }
    return this.#add(record);
  }

  #add(record: RequestRecord): WriteLine {
    if (this.#amount >= MOST_WRITERS) {
      this.#known.clear();
      this.#amount = 0;
    }
    const { operation, method, route } = record;
    const { keyLabel, keyHash } = keyOf(record) ?? {};
    const first = {
      operation,
      method,
      route,
      ...(keyHash !== undefined && { key: keyLabel, keyHash: keyHash.slice(0, HASH_PREFIX) }),
    };
    const write = lineWriter(this.#logger, first, 'request');
    const own = this.#known.get(keyHash) ?? [];
    own.push({ operation, method, keyLabel, write });
    this.#known.set(keyHash, own);
    this.#amount++;
    return write;
  }
}
