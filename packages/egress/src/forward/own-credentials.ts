/** Headers of the operator's that are no secret, and whose values are common in answers. */
const PUBLIC =
  /^(?:accept|accept-.*|content-.*|user-agent|host|referer|origin|openai-.*|(?:.*-)?(?:version|beta|organization|org|project|region|title|model))$/;

/** Returns the secrets in the headers that an operator adds: all values but those known as public. */
export function secretsIn(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    PUBLIC.test(name) ? [] : partsOf(value),
  );
}

/** `Bearer KEY` is quoted without its scheme, too, and what `Basic` encodes without its coding. */
function partsOf(value: string): readonly string[] {
  const [, scheme = '', key] = /^(bearer|basic|token|key|api-?key)\s+(\S.*)$/i.exec(value) ?? [];
  if (key === undefined) return [value];
  if (scheme.toLowerCase() !== 'basic') return [key];
  const user = Buffer.from(key, 'base64').toString();
  return [key, user, user.slice(user.indexOf(':') + 1)];
}
