import type { GatewayError } from '../../../errors.ts';
import { writeEnvelope, type ErrorForm } from '../../../http/error-form.ts';
import type { JsonObject } from '../../../json-value.ts';
import { ERROR_TYPES } from '../error-type.ts';

/** An error inside a stream. Its code is a number, because clients refuse words. */
export interface WrittenError {
  readonly code: number;
  readonly message: string;
  /** Always has an `error_type`, without which clients refuse the frame. */
  readonly metadata: JsonObject & { readonly error_type: string };
}

/** Writes an error for a frame of a stream. */
export function writeError({ code, status, message, metadata }: GatewayError): WrittenError {
  return { code: status, message, metadata: { error_type: ERROR_TYPES[code], ...metadata } };
}

/** The envelope of every error, with its kind in the metadata. Source: contract §12.7. */
export const ERROR_FORM: ErrorForm = {
  write: (error) => {
    const metadata = { error_type: ERROR_TYPES[error.name], ...error.metadata };
    return writeEnvelope({ ...error, metadata });
  },
};
