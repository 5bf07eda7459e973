import { jsonIn } from '../../../json-in.ts';
import { isJsonObject } from '../../../json-value.ts';

/** Returns the arguments of a call that has only a text, as every other wire has them. */
export function writeFreeInput(text: string): string {
  return JSON.stringify({ input: text });
}

/** Returns the text in such arguments; of those that were cut off what there is of it. */
export function readFreeInput(input: string): string {
  return textIn(input) ?? textIn(`${input}"}`) ?? input;
}

function textIn(json: string): string | undefined {
  const value = jsonIn(json);
  const text = isJsonObject(value) ? value['input'] : undefined;
  return typeof text === 'string' ? text : undefined;
}
