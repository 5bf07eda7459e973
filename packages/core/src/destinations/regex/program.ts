import type { PlaceTest, RegexNode } from './parse-regex.ts';

/** One step of a program; numbers are positions in it. */
export type Step =
  /** Consumes one character and continues at the next step. */
  | { readonly kind: 'character'; readonly test: (character: string) => boolean }
  /** Continues at the next step where the place matches. */
  | { readonly kind: 'place'; readonly test: PlaceTest }
  /** Continues at all of these at once. */
  | { readonly kind: 'fork'; readonly to: readonly number[] }
  | { readonly kind: 'found' };

/**
 * Compiles a tree into the steps of Thompson's construction:
 * https://swtch.com/~rsc/regexp/regexp2.html
 */
export function buildProgram(node: RegexNode): readonly Step[] {
  const program: Step[] = [];
  write(node, program);
  program.push({ kind: 'found' });
  return program;
}

/** Counts the steps of a tree's program, which its source may hide: `((a{99}){99}){99}`. */
export function sizeOf(node: RegexNode): number {
  switch (node.kind) {
    case 'character':
    case 'place':
      return 1;
    case 'sequence':
      return sum(node.parts);
    case 'choice':
      return node.options.length === 1
        ? sum(node.options)
        : sum(node.options) + node.options.length + 1;
    case 'repeat': {
      // Even an empty repeated part takes time to write out.
      const part = Math.max(1, sizeOf(node.part));
      const { min, max } = node;
      return min * part + (max === Infinity ? part + 2 : (max - min) * (part + 1));
    }
  }
}

function sum(nodes: readonly RegexNode[]): number {
  return nodes.reduce((size, node) => size + sizeOf(node), 0);
}

function write(node: RegexNode, program: Step[]): void {
  switch (node.kind) {
    case 'character':
    case 'place':
      program.push(node);
      break;
    case 'sequence':
      for (const part of node.parts) write(part, program);
      break;
    case 'choice':
      writeChoice(node.options, program);
      break;
    case 'repeat':
      for (let i = 0; i < node.min; i++) write(node.part, program);
      if (node.max === Infinity) writeLoop(node.part, program);
      else for (let i = node.min; i < node.max; i++) writeOption(node.part, program);
  }
}

function writeChoice(options: readonly RegexNode[], program: Step[]): void {
  const [only, ...others] = options;
  if (only !== undefined && others.length === 0) return write(only, program);
  const starts: number[] = [];
  const ends: number[] = [];
  const start = reserve(program);
  for (const option of options) {
    starts.push(program.length);
    write(option, program);
    ends.push(reserve(program));
  }
  program[start] = { kind: 'fork', to: starts };
  for (const end of ends) program[end] = { kind: 'fork', to: [program.length] };
}

function writeLoop(part: RegexNode, program: Step[]): void {
  const start = reserve(program);
  write(part, program);
  program.push({ kind: 'fork', to: [start] });
  program[start] = { kind: 'fork', to: [start + 1, program.length] };
}

function writeOption(part: RegexNode, program: Step[]): void {
  const start = reserve(program);
  write(part, program);
  program[start] = { kind: 'fork', to: [start + 1, program.length] };
}

/** Reserves the position of a step that is not known yet. */
function reserve(program: Step[]): number {
  return program.push({ kind: 'found' }) - 1;
}
