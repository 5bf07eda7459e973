import { InvalidArgumentError } from 'commander';

/** Returns a parser for the value of an option, whose errors mean an invalid command line. */
export function whole(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`expected a whole number from ${least} to ${most}`);
  };
}
