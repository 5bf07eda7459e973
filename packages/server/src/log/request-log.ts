import type { RequestObserver, RequestRecord } from '@model-gateway/core';
import { logAt, logLater, type Logger } from './create-logger.ts';

const REMEDY = 'if you trust the address, add its origin to egress.allowOrigins';

/** Enough to find the key, too little to guess it. */
const HASH_PREFIX = 8;

/** Of records whose lines are not made yet; then they are made at once. */
const MOST_WAITING = 200;

/**
 * Logs one line per request, from an allow-list of fields: never a key, a prompt, an image, a value
 * of a config or the text of a query. Lines are made together, when the log is written: a hundred
 * take a quarter of the time of a hundred that are made between other work.
 */
export function createRequestLog(logger: Logger): RequestObserver {
  const loggers = new CallerLoggers(logger);
  let waiting: RequestRecord[] = [];
  const logWaiting = () => {
    const records = waiting;
    waiting = [];
    for (const record of records) {
      const log = () => loggers.of(record)[levelOf(record)](fieldsOf(record), 'request');
      logAt(logger, record.startedAt + record.ms, log);
    }
  };
  return {
    // As metrics do; which lines are written is up to the logger, whose level may change.
    wants: () => 'metadata',
    observe(record) {
      if (!logger.isLevelEnabled(levelOf(record))) return;
      waiting.push(record);
      if (waiting.length === 1) logLater(logger, logWaiting);
      else if (waiting.length === MOST_WAITING) logWaiting();
    },
  };
}

function levelOf({ status }: RequestRecord): 'warn' | 'info' {
  return status >= 500 ? 'warn' : 'info';
}

function fieldsOf(record: RequestRecord) {
  const { requestId, status, ms, ending, error, generation } = record;
  const always = { requestId, status, ms: Math.round(ms) };
  if (ending === 'complete' && error === undefined && generation === undefined) return always;
  return {
    ...always,
    ...(ending !== 'complete' && { ending }),
    ...(error !== undefined && { error }),
    ...(generation !== undefined && generationFields(generation)),
  };
}

function generationFields(generation: NonNullable<RequestRecord['generation']>) {
  const { id, model, provider, attempts, costUsd, images } = generation;
  return {
    generationId: id,
    model,
    provider: provider?.slug,
    images: images.length,
    costUsd,
    attemptCount: attempts.length,
    failure: attempts.at(-1)?.failure,
    attempts: attempts.map(({ provider: slug, outcome, failure, egress, message, ms }) => ({
      provider: slug,
      outcome,
      failure,
      egress,
      message,
      ...(egress === 'refused' && { remedy: REMEDY }),
      ms: Math.round(ms),
    })),
  };
}

/** Then all are forgotten: a busy caller's comes back with its next request. */
const MOST_LOGGERS = 1000;

/** A logger with what its lines hold. */
interface CallerLogger {
  readonly operation: string;
  readonly method: string;
  readonly keyLabel: string | undefined;
  readonly logger: Logger;
}

/** Loggers whose lines hold who asked for what; pino writes such fields once for all lines. */
class CallerLoggers {
  readonly #logger: Logger;
  /** By the hash of the key: joining all parts to one name would take as long as the line itself. */
  readonly #known = new Map<string | undefined, CallerLogger[]>();
  #amount = 0;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  of(record: RequestRecord): Logger {
    const { operation, method, caller } = record;
    for (const known of this.#known.get(caller?.keyHash) ?? []) {
      const isSame = known.operation === operation && known.method === method;
      if (isSame && known.keyLabel === caller?.keyLabel) return known.logger;
    }
    return this.#add(record);
  }

  #add({ operation, method, route, caller }: RequestRecord): Logger {
    if (this.#amount >= MOST_LOGGERS) {
      this.#known.clear();
      this.#amount = 0;
    }
    const { keyLabel, keyHash } = caller ?? {};
    const logger = this.#logger.child({
      operation,
      method,
      route,
      ...(caller && { key: keyLabel, keyHash: caller.keyHash.slice(0, HASH_PREFIX) }),
    });
    const own = this.#known.get(keyHash) ?? [];
    own.push({ operation, method, keyLabel, logger });
    this.#known.set(keyHash, own);
    this.#amount++;
    return logger;
  }
}
