/** Returns the width of a text, in the unit of the limit. */
export type Measure = (text: string) => number;

/**
 * Breaks text at spaces into at most `most` lines no wider than `limit`; words that are too long
 * are broken anywhere. Text that does not fit is cut off with `…`; without room for that, no line.
 */
export function wrap(text: string, limit: number, most: number, measure: Measure): string[] {
  const words = text.split(' ').filter((word) => word !== '');
  const lines: string[] = [];
  let line = '';
  while (words.length > 0) {
    const word = words.shift() ?? '';
    const longer = line === '' ? word : `${line} ${word}`;
    if (measure(longer) <= limit) {
      line = longer;
    } else if (lines.length + 1 >= most) {
      return [...lines, ...cut(longer, limit, measure)];
    } else if (line !== '') {
      lines.push(line);
      line = '';
      words.unshift(word);
    } else {
      const head = longestHead(word, limit, measure);
      if (head === '') return lines;
      lines.push(head);
      words.unshift(word.slice(head.length));
    }
  }
  return line === '' || most < 1 ? lines : [...lines, line];
}

/** Returns one line that ends in `…`, or an empty list. */
function cut(text: string, limit: number, measure: Measure): string[] {
  const head = longestHead(text, limit, (start) => measure(`${start}…`)).trimEnd();
  return head === '' ? [] : [`${head}…`];
}

function longestHead(text: string, limit: number, measure: Measure): string {
  let head = '';
  for (const character of text) {
    if (measure(head + character) > limit) return head;
    head += character;
  }
  return head;
}
