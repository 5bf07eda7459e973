/** Returns what a text is in JSON; undefined for any other text. */
export function jsonIn(text: string, parse: (text: string) => unknown = JSON.parse): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the same, and any other text as it is. */
export function jsonOrText(text: string): unknown {
  const json = jsonIn(text);
  return json === undefined ? text : json;
}

/** Returns the arguments of a call, of which none are an empty object. */
export function argumentsIn(text: string): unknown {
  return jsonOrText(text === '' ? '{}' : text);
}
