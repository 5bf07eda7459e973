import path from 'node:path';
import { MOST_SECRET_BYTES, readSecretFile } from '../config/read-secret-file.ts';
import { CommandError, type Io } from './io.ts';

/**
 * Returns the text that an option such as `--settings` means: what it says, or the content of `@FILE`,
 * or for `-` standard input. Every user of the machine sees the command line in `ps`.
 */
export async function settingsText(option: string, given: string, io: Io): Promise<string> {
  const refused = (why: string) => new CommandError(`${option}: ${why}`);
  if (given === '-') {
    const text = await inputOf(io);
    if (text === undefined) throw refused('standard input holds more than 64 KiB');
    if (text === '') throw refused('standard input is empty');
    return text;
  }
  if (!given.startsWith('@')) return given;
  const name = given.slice(1);
  if (name === '') throw refused('@ needs the name of a file after it');
  const reading = readSecretFile(path.resolve(io.folder, name));
  if ('text' in reading) return reading.text;
  throw refused(`the file ${name} ${reading.problem}`);
}

/** Undefined when it is too long; reads no more then. */
async function inputOf(io: Io): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of io.input()) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length > MOST_SECRET_BYTES) return undefined;
  }
  return Buffer.concat(chunks).toString('utf8').trim();
}
