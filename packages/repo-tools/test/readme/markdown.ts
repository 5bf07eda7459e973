/** A line of the table of hosts in docs/hosts.md. */
export interface HostLine {
  readonly host: string;
  /** The module that its code is from. */
  readonly from: string;
  readonly code: string;
}

const HEAD = '| host | from | how it is mounted |';

/** The lines of the table of hosts; throws when there is no such table, or a line that is no such line. */
export function hostLines(markdown: string): readonly HostLine[] {
  const [, ...after] = markdown.split(`${HEAD}\n|---|---|---|\n`);
  if (after.length !== 1) throw new Error(`expected one table in docs/hosts.md under ${HEAD}`);
  const [table = ''] = after.join('').split('\n\n');
  return table.split('\n').map((line) => {
    const [host = '', from = '', ...cells] = line.replaceAll(/^\| | \|$/g, '').split(' | ');
    const code = spansIn(cells.join(' | ')).join(';\n');
    const [module] = spansIn(from);
    if (host === '' || module === undefined || code === '') {
      throw new Error(`expected a host, a module and code in the line ${line}`);
    }
    return { host, from: module, code };
  });
}

/** The code in backticks that begins like this, anywhere in the text. */
export function spanBeginning(markdown: string, beginning: string): string {
  const span = spansIn(markdown).find((code) => code.startsWith(beginning));
  if (span === undefined) throw new Error(`expected docs/hosts.md to say \`${beginning}…\``);
  return span;
}

/** The blocks of TypeScript, in their order. */
export function typescriptBlocks(markdown: string): readonly string[] {
  return Array.from(markdown.matchAll(/^```ts\n(.*?)^```$/gms), ([, code = '']) => code);
}

/** The targets of links, outside of code. */
export function linksIn(markdown: string): readonly string[] {
  const prose = markdown.replaceAll(CODE, '');
  return Array.from(prose.matchAll(/\]\(([^)\s]+)\)/g), ([, target = '']) => target);
}

/** The anchors of headings, as GitHub derives them. */
export function anchorsIn(markdown: string): readonly string[] {
  const headings = markdown.replaceAll(/^```.*?^```$/gms, '').matchAll(/^#{1,6} (.+)$/gm);
  return Array.from(headings, ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Code, in which brackets and parentheses mean something else. */
const CODE = /^```.*?^```$|`[^`\n]+`/gms;

function spansIn(markdown: string): readonly string[] {
  return Array.from(markdown.matchAll(/`([^`\n]+)`/g), ([, code = '']) => code);
}
