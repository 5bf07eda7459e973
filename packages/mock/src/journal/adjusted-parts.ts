const WARNINGS_HEADER = 'x-gateway-warnings';

/**
 * Returns what the gateway changed or ignored of a request because no provider supports it exactly:
 * `aspect_ratio clamped to 16:9`, `background ignored`. Source: contract §4.3.
 */
export function adjustedParts(
  headers: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const warnings = headers[WARNINGS_HEADER]?.split(', ') ?? NONE;
  if (warnings === NONE) return NONE;
  return warnings.map((warning) =>
    warning.replace('=clamped:', ' clamped to ').replace(/=ignored$/, ' ignored'),
  );
}

const NONE: readonly string[] = [];
