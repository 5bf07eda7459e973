import type { Model } from '@model-gateway/core';
import { oncePerObject } from '@model-gateway/core/kit';
import { usd } from '../money/usd.ts';
import type { Line } from './line.ts';
import { PROTOTYPES, type Dollars, type Prototype } from './prototype.ts';

type Pricing = Model['pricing'];

/** Prices of prompts that vendors print. */
const PRINTED = [
  ...new Set(
    PROTOTYPES.models.flatMap(({ price: { prompt = 0 }, outputs }) =>
      prompt > 0 && outputs === undefined ? prompt : [],
    ),
  ),
];

/** What a search costs does not depend on the model. */
const SAME: readonly string[] = ['web_search'];

/**
 * Returns the prices of a prototype times the factor of its line: the prompt's is one that vendors
 * print, and all others keep their ratio to it.
 */
export function pricingOf({ price, steps, discount, outputs }: Prototype, line: Line): Pricing {
  const prompt = price.prompt ?? 0;
  const isPrinted = outputs === undefined && prompt > 0 && line.factor !== 1;
  const factor = isPrinted ? printed(price, line.factor) / prompt : line.factor;
  const digits = significantDigits(exact(prompt * factor));
  return {
    ...scaled(price, factor, digits),
    ...(steps && {
      overrides: steps.map(([above, prices]) => ({
        min_prompt_tokens: above,
        ...scaled(prices, factor, digits),
      })),
    }),
    ...(discount !== undefined && { discount }),
    // The prototype has the prices that a listing must have.
  } as Pricing;
}

function scaled(prices: Dollars, factor: number, digits: number): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(prices).map(([name, dollars]) => [
      name,
      dollars < 0 || SAME.includes(name) ? text(dollars) : text(rounded(dollars, factor, digits)),
    ]),
  );
}

/** Digits of a price that vendors did not calculate. */
const DIGITS = 3;
/** A part of a price that is not rounded away. */
const MOST_OFF = 0.06;

/** With as many digits as the price had, or the others of the model have. */
function rounded(dollars: number, factor: number, least: number): number {
  const wanted = dollars * factor;
  const digits = Math.max(Math.min(significantDigits(dollars), DIGITS), least, 1);
  const round = Number(wanted.toPrecision(digits));
  return Math.abs(round - wanted) > MOST_OFF * wanted
    ? Number(wanted.toPrecision(digits + 1))
    : round;
}

function exact(value: number): number {
  return Number(value.toPrecision(9));
}

function significantDigits(value: number): number {
  return String(value)
    .replace(/e.*$|\./g, '')
    .replace(/^0+|0+$/g, '').length;
}

/** How many parts of a price a digit more or less is worth. */
const PER_DIGIT = 0.12;

/** The price for a prompt that is near the wanted one, and as round as the prototype's with the completion. */
function printed(price: Dollars, factor: number): number {
  const { prompt = 0 } = price;
  let [least, nearest] = [Infinity, prompt];
  for (const [other, lessRound] of othersFor(price)) {
    const cost = Math.abs(Math.log(other / (prompt * factor))) + PER_DIGIT * lessRound;
    if (cost < least) [least, nearest] = [cost, other];
  }
  return nearest;
}

type Others = readonly (readonly [prompt: number, lessRound: number])[];

/**
 * The other printed prices of a prompt, and by how many digits each makes the prices less round, or more.
 * Hundreds of models have the price of a prototype.
 */
const othersFor = oncePerObject(({ prompt = 0, completion = 0 }: Dollars): Others => {
  const digits = (other: number) =>
    significantDigits(other) + significantDigits(exact(completion * (other / prompt)));
  const usual = digits(prompt);
  return PRINTED.filter((other) => other !== prompt).map(
    (other) => [other, Math.abs(digits(other) - usual)] as const,
  );
});

/** Of dollars per million; the listing names them for one. */
function text(dollars: number): string {
  return dollars < 0 ? '-1' : usd(Math.round(dollars * 1e6));
}
