import { compileRegex } from './linear-regex.ts';

/**
 * Searches by the patterns of JSON Schemas in time that is in proportion to the text, for the option
 * `code.regExp` of Ajv: schemas come from others, and JavaScript's own engine takes exponential time
 * for some. A pattern without such a search, as one that looks ahead, holds for every text. Throws a
 * `SyntaxError` for one that is not a regular expression.
 */
export const LINEAR_ENGINE = Object.assign(
  (pattern: string, flags: string) => {
    void new RegExp(pattern, flags);
    const reading = compileRegex(pattern);
    const test: (text: string) => boolean = reading.ok ? reading.matches : () => true;
    // By this it tells patterns apart.
    return { test, toString: () => pattern };
  },
  // As source, for validators that are written to a file, which these are not.
  { code: '' },
);
