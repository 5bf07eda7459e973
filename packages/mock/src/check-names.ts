import { checkOptions, optionsNamed } from '@model-gateway/core/kit';
import { diagnostic, type DiagnosticCode } from './diagnostics.ts';

/** Throws a diagnostic for an option that is not among `known`. */
export function checkNames(
  code: DiagnosticCode,
  caller: string,
  options: unknown,
  known: readonly string[],
): void {
  try {
    checkOptions(caller, options, optionsNamed(known));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw diagnostic(code, error.message);
  }
}
