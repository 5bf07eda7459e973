import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { ImageEndpoint, PixelBounds, PixelLimits } from '@model-gateway/core';
import { PROVIDERS } from './support/providers.ts';
import { SkippingClock } from './support/skipping-clock.ts';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const NOTHING = '–';

/** Every provider as its factory makes it, over no network. */
const MADE = Object.entries(PROVIDERS).map(([entry, { create, needs, env, model }]) => {
  const http = () => Promise.reject(new Error('not called'));
  const provider = create({ ...needs, apiKey: 'k', http, clock: new SkippingClock() } as never);
  return { entry, env, hasTable: model !== undefined, provider };
});

function endpointsOf({ catalog, images }: (typeof MADE)[number]['provider']) {
  return catalog.flatMap(({ model }) => images?.endpoint(model.id) ?? []);
}

const listOf = (texts: readonly string[]) => [...new Set(texts)].join(', ') || NOTHING;

/** `0–16`, or one number. */
function range(numbers: readonly number[]): string {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return least === most ? String(most) : `${least}–${most}`;
}

const ofThousands = (count: number) => count.toLocaleString('en');

/** The sizes of all models of a provider: tables, and the widest bounds. */
function sizesOf(all: readonly PixelLimits[]): string {
  const tables = all.flatMap((limits) => ('sizes' in limits ? [limits.sizes.length] : []));
  const bounds = all.flatMap((limits) => ('sizes' in limits ? [] : [limits]));
  const table = tables.length === 0 ? [] : [`one of ${range(tables)} sizes`];
  return [...widest(bounds), ...table].join(' · ') || NOTHING;
}

function widest(bounds: readonly PixelBounds[]): readonly string[] {
  if (bounds.length === 0) return [];
  const sides = `${Math.min(...bounds.map(({ min }) => min))}–${Math.max(...bounds.map(({ max }) => max))}`;
  const least = Math.min(...bounds.map(({ minArea = 0 }) => minArea));
  const most = Math.max(...bounds.map(({ maxArea = 0 }) => maxArea));
  const area =
    least === 0 ? `up to ${ofThousands(most)}` : `${ofThousands(least)}–${ofThousands(most)}`;
  const ratio = Math.max(...bounds.map(({ maxRatio = 0 }) => maxRatio));
  const isOne = new Set(bounds.map((each) => JSON.stringify(each))).size === 1;
  return [
    [
      `sides ${sides}`,
      ...(most === 0 ? [] : [`area ${area}`]),
      ...(ratio === 0 ? [] : [`to ${ratio}:1`]),
      ...(isOne ? [] : ['by model']),
    ].join(', '),
  ];
}

const TIERS = ['512', '1K', '2K', '4K'];

/** The most pixels of an image, where sizes are computed. */
function mostPixels({ pixels }: ImageEndpoint): number {
  if (pixels === undefined || 'sizes' in pixels) return Infinity;
  return Math.min(pixels.maxArea ?? Infinity, pixels.max ** 2);
}

const AREAS = new Map(
  [512, 1024, 2048, 4096].map((side, index) => [TIERS[index] ?? '', side * side]),
);

/** A tier that is larger than the largest image becomes that. */
function clampedTiers(endpoint: ImageEndpoint): readonly string[] {
  if (endpoint.pixelsByArea !== true) return [];
  return (endpoint.tiers ?? []).filter(
    (tier) => 0.9 * (AREAS.get(tier) ?? 0) > mostPixels(endpoint),
  );
}

/** What models can do. */
function abilities({ entry, provider }: (typeof MADE)[number]): readonly string[] {
  const endpoints = endpointsOf(provider);
  const ratios = endpoints.map(({ aspectRatios = [] }) => aspectRatios.length);
  const tiers = TIERS.filter((tier) => endpoints.some((each) => each.tiers?.includes(tier)));
  return [
    `\`/${entry}\``,
    String(endpoints.length),
    range(endpoints.map(({ maxImages }) => maxImages)),
    range(endpoints.map(({ maxReferences }) => maxReferences)),
    range(ratios),
    listOf(tiers),
    sizesOf(endpoints.flatMap(({ pixels }) => pixels ?? [])),
    listOf(endpoints.flatMap(({ formats }) => formats)),
    endpoints.some(({ streams }) => streams) ? 'yes' : 'no',
  ];
}

/** What becomes of what models cannot do. */
function inabilities({ entry, provider }: (typeof MADE)[number]): readonly string[] {
  const endpoints = endpointsOf(provider);
  const never = (has: (endpoint: ImageEndpoint) => boolean) => !endpoints.some(has);
  const names = (rows: readonly (readonly [string, boolean])[]) =>
    listOf(rows.flatMap(([name, holds]) => (holds ? [`\`${name}\``] : [])));
  const refused = (kind: string, all: readonly string[], has: readonly string[]) => {
    const missing = all.filter((each) => !has.includes(each));
    return missing.length === 0 ? [] : [`${kind} ${missing.join(', ')}`];
  };
  const clamped = [...new Set(endpoints.flatMap(clampedTiers))].map((tier) => `tier ${tier}`);
  return [
    `\`/${entry}\``,
    [
      ...(never(({ aspectRatios }) => aspectRatios !== undefined) ? [] : ['ratios']),
      ...clamped,
    ].join(', '),
    names([
      ['quality', never(({ qualities }) => qualities !== undefined)],
      ['background', never(({ backgrounds }) => backgrounds !== undefined)],
      ['seed', never(({ seed }) => seed)],
      ['output_compression', never(({ compression }) => compression)],
      ['stream', never(({ streams }) => streams)],
    ]),
    [
      ...refused(
        'tiers',
        TIERS,
        endpoints.flatMap(({ tiers = [] }) => tiers),
      ),
      ...(never(({ pixels }) => pixels !== undefined) ? ['pixels'] : []),
      ...refused(
        'formats',
        ['png', 'jpeg', 'webp', 'svg'],
        endpoints.flatMap(({ formats }) => formats),
      ),
    ].join('; '),
  ];
}

/** What prices are by, where they are from, and which to check. */
function prices({ entry, provider }: (typeof MADE)[number]): readonly string[] {
  const rows = provider.models.filter(({ id }) => provider.images?.endpoint(id) !== undefined);
  const units = endpointsOf(provider).flatMap(({ pricing }) => pricing.map(({ unit }) => unit));
  const uncertain = rows.flatMap(({ upstream, uncertainPrice }) =>
    uncertainPrice === undefined ? [] : [`${upstream} (${uncertainPrice})`],
  );
  return [
    `\`/${entry}\``,
    listOf(units.map((unit) => unit.replace('extra_megapixel', 'further megapixel'))),
    listOf(rows.map(({ source, asOf }) => `${source}, ${asOf}`)),
    uncertain.join('; ') || NOTHING,
  ];
}

/** What language models can do. */
function conversations({ entry, provider }: (typeof MADE)[number]): readonly string[] {
  const rows = provider.models.filter(({ id }) => provider.chat?.endpoint(id) !== undefined);
  const endpoints = rows.flatMap(({ id }) => provider.chat?.endpoint(id) ?? []);
  const ofAll = (texts: (each: (typeof endpoints)[number]) => Iterable<string>) =>
    listOf(endpoints.flatMap((each) => [...texts(each)]));
  const range = (numbers: readonly number[]) =>
    [...new Set([Math.min(...numbers), Math.max(...numbers)])].map(ofThousands).join('–');
  return [
    `\`/${entry}\``,
    String(endpoints.length),
    range(endpoints.map(({ contextTokens }) => contextTokens)),
    ofAll(({ inputs }) => inputs),
    ofAll(({ parameters }) => [...parameters].map((each) => `\`${each}\``)),
    listOf(rows.map(({ source, asOf }) => `${source}, ${asOf}`)),
  ];
}

describe('the README', () => {
  const says = (cells: readonly string[]) => {
    const row = `| ${cells.join(' | ')} |`;
    assert.ok(README.includes(`${row}\n`), `README.md needs the row\n${row}`);
  };

  for (const each of MADE) {
    const { entry, env, hasTable, provider } = each;
    it(`names ${entry} and the variable of its key`, () => {
      const key = env === undefined ? '[^|]+' : `\`${env}\``;
      const name = hasTable ? provider.name : '';
      assert.match(
        README,
        new RegExp(`^\\| \`/${entry}\` \\| [^|]*${name}[^|]* \\| ${key} \\|`, 'm'),
      );
    });
    if (provider.chat !== undefined) {
      it(`says which language models ${entry} has`, () => says(conversations(each)));
    }
    if (!hasTable) continue;
    it(`says what models of ${entry} can do`, () => says(abilities(each)));
    it(`says what is clamped, ignored and refused at ${entry}`, () => says(inabilities(each)));
    it(`says where prices of ${entry} are from`, () => says(prices(each)));
  }
});
