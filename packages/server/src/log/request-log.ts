import type { RequestObserver, RequestRecord } from '@model-gateway/core';
import type { Logger } from './create-logger.ts';

const REMEDY = 'if you trust the address, add its origin to egress.allowOrigins';

/** Enough to find the key, too little to guess it. */
const HASH_PREFIX = 8;

/**
 * Logs one line per request, from an allow-list of fields: never a key, a prompt, an image, a value
 * of a config or the text of a query.
 */
export function createRequestLog(logger: Logger): RequestObserver {
  return {
    wants: () => (logger.isLevelEnabled('info') ? 'metadata' : undefined),
    observe(record) {
      const fields = { ...requestFields(record), ...generationFields(record) };
      if (record.status >= 500) logger.warn(fields, 'request');
      else logger.info(fields, 'request');
    },
  };
}

function requestFields(record: RequestRecord) {
  const { requestId, operation, method, route, status, ms, ending, error, caller } = record;
  return {
    requestId,
    operation,
    method,
    route,
    status,
    ms: Math.round(ms),
    ...(ending !== 'complete' && { ending }),
    ...(error !== undefined && { error }),
    ...(caller && { key: caller.keyLabel, keyHash: caller.keyHash.slice(0, HASH_PREFIX) }),
  };
}

function generationFields({ generation }: RequestRecord) {
  if (generation === undefined) return {};
  const { id, model, provider, attempts, costUsd, images } = generation;
  return {
    generationId: id,
    model,
    provider: provider?.slug,
    images: images.length,
    costUsd,
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
