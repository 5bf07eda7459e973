import type { TestResult } from '@model-gateway/telemetry';

/** Says why a destination took no test request, and of a private address what would let it. */
export function destinationProblem({ message }: Extract<TestResult, { ok: false }>): string {
  if (!message.endsWith(', not public')) return message;
  return `${message}; if you trust it, add its origin to telemetry.allowOrigins`;
}
