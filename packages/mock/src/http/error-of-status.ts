import { ERRORS, type ErrorName, type Permission } from '@model-gateway/core';
import { isJsonObject, type JsonObject } from '@model-gateway/core/kit';

/** An error of the gateway's table, for a status that the table may lack. */
interface ErrorOfStatus {
  readonly name: ErrorName;
  /** Whether the table has the status. */
  readonly isListed: boolean;
  /** Its `error_type`, where that is another than the error's. Source: contract §12.7. */
  readonly kind?: string;
}

/** Statuses that clients know and the table lacks: which of its errors they are like. */
const UNLISTED: Readonly<Record<number, Pick<ErrorOfStatus, 'name' | 'kind'>>> = {
  412: { name: 'conflict' },
  422: { name: 'invalidRequest', kind: 'unprocessable' },
  504: { name: 'timedOut' },
};

/**
 * Returns the error that says most nearly what a status from 400 to 599 does, for an operation that
 * needs the permission. Streams are answers to inference keys.
 */
export function errorOfStatus(status: number, permission: Permission = 'inference'): ErrorOfStatus {
  // Two errors have the status 401 and three have 403.
  if (status === 401) return { name: 'invalidKey', isListed: true };
  if (status === 403) {
    const isManagement = permission === 'management';
    return {
      name: isManagement ? 'managementKeyRequired' : 'inferenceKeyRequired',
      isListed: true,
    };
  }
  // The table's keys are its names.
  const names = Object.keys(ERRORS) as ErrorName[];
  const name = names.find((each) => ERRORS[each].status === status);
  if (name !== undefined) return { name, isListed: true };
  const like = UNLISTED[status] ?? { name: status < 500 ? 'invalidRequest' : 'internal' };
  return { ...like, isListed: false };
}

/**
 * Returns an error as an answer or a stream has it, with a status of its own and, wherever its dialect
 * says one, another `error_type`; `metadata` that was given for it takes precedence.
 */
export function withStatus<Written extends { readonly error: JsonObject }>(
  written: Written,
  { status, kind }: { readonly status: number; readonly kind: string | undefined },
  given: object = {},
): Written {
  const { metadata } = written.error;
  const error = {
    ...withKind(written.error, kind),
    ...('code' in written.error && { code: status }),
    ...(isJsonObject(metadata) && { metadata: { ...withKind(metadata, kind), ...given } }),
  };
  return { ...withKind(written, kind), error };
}

function withKind<Members extends object>(members: Members, kind: string | undefined): Members {
  return kind !== undefined && 'error_type' in members ? { ...members, error_type: kind } : members;
}
