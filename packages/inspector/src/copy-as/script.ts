import type { RequestDetail } from '../api/types.ts';
import { isUnchecked, type Part } from './answer-parts.ts';
import {
  chatRulesFor,
  isCallsAlone,
  type ChatDeed,
  type ChatPattern,
  type ChatRule,
} from './chat-rules.ts';
import { callCode, listCode, quoted, toCode, type Code } from './code.ts';

/** Statements, and the names that they need of the mock. */
export interface Script {
  readonly code: string;
  readonly needs: readonly string[];
}

/**
 * Returns statements that make a mock named `gateway` give requests of one conversation the same
 * answers again; undefined where they got none.
 */
export function toScript(requests: readonly RequestDetail[]): Script | undefined {
  const rules = chatRulesFor(requests);
  if (rules.length === 0) return undefined;
  const isRaw = rules.some(({ deed }) => partsIn(deed).some(isRawCall));
  return { code: rules.map(statement).join('\n'), needs: isRaw ? ['raw'] : [] };
}

/** The text of a script to be pasted into a test. */
export function textToPaste({ code, needs }: Script): string {
  const imports = needs.map((name) => `// import { ${name} } from '@model-gateway/mock';\n`);
  return `${imports.join('')}${code}\n`;
}

/** All parts that a rule says. */
function partsIn(deed: ChatDeed): readonly Part[] {
  if (deed.word === 'answer') return deed.parts;
  return deed.word === 'script' ? deed.steps.flat() : [];
}

/** Whether a part is a call with arguments that are not JSON. */
function isRawCall(part: Part): boolean {
  return 'call' in part && typeof part.args === 'string';
}

function statement({ pattern, deed }: ChatRule): string {
  const { word, args } = calledFor(deed);
  return callCode(`gateway.chat(${patternCode(pattern)}).${word}`, args);
}

function patternCode({ user, after, turn }: ChatPattern): string {
  if (after === undefined && turn === undefined) return user === undefined ? '' : quoted(user);
  return toCode({ user, after: after && afterIn(after), turn });
}

/** The tools whose results have come, as a pattern has them. */
export function afterIn(names: readonly string[]): unknown {
  return names.length === 1 ? names[0] : Object.fromEntries(names.map((name) => [name, true]));
}

interface Called {
  readonly word: string;
  readonly args: readonly Code[];
}

/** The word of a rule, and its arguments. */
function calledFor(deed: ChatDeed): Called {
  switch (deed.word) {
    case 'script':
      return { word: 'script', args: deed.steps.map((step) => stepCode(step)) };
    case 'answer': {
      const { word, args } = answerCall(deed.parts);
      return { word, args: [...args, ...optionsCode(deed.options)] };
    }
    default: {
      const { word, what, options, times } = deed;
      const all = { ...options, ...(times > 1 && { times }) };
      return { word, args: [() => toCode(what), ...optionsCode(all)] };
    }
  }
}

function optionsCode(options: object): readonly Code[] {
  return Object.keys(options).length === 0 ? [] : [(width) => toCode(options, width)];
}

function answerCall(parts: readonly Part[]): Called {
  const [part, ...more] = parts;
  if (part === undefined || more.length > 0) {
    return { word: isCallsAlone(parts) ? 'call' : 'say', args: [stepCode(parts)] };
  }
  if ('refuse' in part) return { word: 'refuse', args: [() => quoted(part.refuse)] };
  if ('json' in part) return { word: 'json', args: [(width) => toCode(part.json, width)] };
  if (!('call' in part)) return { word: 'say', args: [stepCode(parts)] };
  return { word: 'call', args: [() => quoted(part.call), (width) => argsCode(part.args, width)] };
}

/** An answer as a step of a script. */
function stepCode(parts: readonly Part[]): Code {
  const [part, ...more] = parts;
  if (part === undefined || more.length > 0) {
    return (width) =>
      listCode(
        '[',
        parts.map((each) => partCode(each)),
        ']',
        width,
      );
  }
  const isText = 'say' in part && !isUnchecked(part);
  return isText ? () => quoted(part.say) : (width) => partCode(part, width);
}

function partCode(part: Part, width?: number): string {
  if (!('call' in part)) return toCode(part, width);
  const members = [`call: ${quoted(part.call)}`, `args: ${argsCode(part.args)}`];
  if (isUnchecked(part)) members.push('unchecked: true');
  return listCode('{', members, '}', width);
}

function argsCode(args: unknown, width?: number): string {
  return typeof args === 'string' ? `raw(${quoted(args)})` : toCode(args, width);
}
