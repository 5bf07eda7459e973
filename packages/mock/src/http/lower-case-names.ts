type Headers = Readonly<Record<string, string>>;

/** The same headers with lower-case names, as responses have them. */
export function withLowerCaseNames(headers: Headers): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
