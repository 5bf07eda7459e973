/** A longer value, or call, is written over several lines. */
const WIDTH = 80;
const CALL_WIDTH = 100;

/** JSON as TypeScript: names without quotes where they need none, in one line where it fits. */
export function toCode(value: unknown, width = WIDTH): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const members: readonly string[] = Array.isArray(value)
    ? value.map((item) => toCode(item))
    : Object.entries(value).flatMap(([name, member]) =>
        member === undefined ? [] : [`${nameCode(name)}: ${toCode(member)}`],
      );
  return listCode(open, members, close, width);
}

/** Code that may be asked for in a smaller width. */
export type Code = (width?: number) => string;

/** A call: in one line, or with the last argument over several. */
export function callCode(name: string, args: readonly Code[]): string {
  const line = `${name}(${args.map((arg) => arg()).join(', ')});`;
  if (line.length <= CALL_WIDTH && !line.includes('\n')) return line;
  const last = args.at(-1)?.(0) ?? '';
  const before = args.slice(0, -1).map((arg) => arg());
  const isHugged = /^[[{]/.test(last) && !before.some((arg) => /^[[{]|\n/.test(arg));
  if (isHugged) return `${name}(${[...before, last].join(', ')});`;
  return args.length === 1
    ? line
    : `${listCode(
        `${name}(`,
        args.map((arg) => arg()),
        ')',
        0,
      )};`;
}

/** What stands between brackets, with commas: in one line where it fits. */
export function listCode(
  open: string,
  items: readonly string[],
  close: string,
  width = WIDTH,
): string {
  if (items.length === 0) return open + close;
  const space = open === '{' ? ' ' : '';
  const line = open + space + items.join(', ') + space + close;
  if (line.length <= width && !line.includes('\n')) return line;
  return [open, ...items.map((item) => `${indented(item)},`), close].join('\n');
}

/** Moves lines to the right. */
export function indented(code: string): string {
  return code.replaceAll(/^(?=.)/gm, '  ');
}

/** Text as code. */
export function quoted(text: string): string {
  const inner = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    // Two more ends of lines, which JSON leaves as they are.
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);
  return `'${inner.replaceAll("'", String.raw`\'`)}'`;
}

function nameCode(name: string): string {
  // As a plain name it would be the prototype.
  if (name === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}
