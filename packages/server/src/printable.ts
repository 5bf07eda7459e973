/**
 * What no terminal may get from a text of others: control characters, such as ESC, which it obeys;
 * separators of lines; marks that turn the direction of writing, and others without a shape. The
 * joiners of Persian, Hindi and emoji stay.
 */
const UNPRINTABLE = /(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/gu;

/** Returns a text as one line that commands no terminal: ESC becomes `\u001b`, a line feed `\n`. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, escaped);
}

/** Returns a text of several lines in the same way, with its line feeds. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/** As in JSON, so that a document of JSON stays the same one. */
function escaped(character: string): string {
  if (character === '\n') return String.raw`\n`;
  // Half by half: JSON has no longer form.
  return Array.from({ length: character.length }, (_, index) => {
    const unit = character.charCodeAt(index).toString(16).padStart(4, '0');
    return `\\u${unit}`;
  }).join('');
}
