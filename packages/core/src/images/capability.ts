import type { RequestIssue } from '../errors.ts';
import type { ImageEndpoint, ImageFormat, ImageJob } from '../ports/image-provider.ts';
import { ratioOf, TIER_PIXELS } from './geometry.ts';
import type { ImageRequest } from '../resources/image-request.ts';
import type { CheckedImageRequest } from './checked-image-request.ts';
import { describePixels, fitsPixels, textOfSize, type Size } from './pixel-limits.ts';
import { pixelsByArea } from './pixels-by-area.ts';

/** A parameter that was not used as given. Source: contract §4.3. */
export interface ImageWarning {
  readonly parameter: string;
  /** `ignored`, or `clamped:<value used>`. */
  readonly note: string;
}

/** A job without its references, which are loaded only once a provider can do the job. */
export type JobOutline = Omit<ImageJob, 'references'>;

export interface Fit {
  readonly job: JobOutline;
  readonly warnings: readonly ImageWarning[];
}

/**
 * Returns the job that an endpoint can do for a request, with what was clamped or ignored; or the
 * parameter that it does not support, naming the endpoint when it is one of several. Nothing is
 * dropped silently. Source: contract §4, §4.3.
 */
export function fitToEndpoint(
  checked: CheckedImageRequest,
  slug: string,
  endpoint: ImageEndpoint,
  isOnlyOne: boolean,
): Fit | RequestIssue {
  const { request } = checked;
  const refusal = refusalOf(checked, endpoint, isOnlyOne ? '' : ` at ${slug}`);
  if (refusal !== undefined) return refusal;

  const warnings: ImageWarning[] = [];
  const ignore = (parameter: string) => void warnings.push({ parameter, note: 'ignored' });
  const format = checked.format ?? defaultFormat(endpoint);
  const shape = fitGeometry(checked, endpoint, warnings);
  const optional: OptionalParts = {};

  if (isChoice(request.quality)) {
    if (endpoint.qualities?.includes(request.quality)) optional.quality = request.quality;
    else ignore('quality');
  }
  if (isChoice(request.background)) {
    if (endpoint.backgrounds?.includes(request.background))
      optional.background = request.background;
    else ignore('background');
  }
  if (request.output_compression !== undefined) {
    const applies = endpoint.compression && (format === 'jpeg' || format === 'webp');
    if (applies) optional.compression = request.output_compression;
    else ignore('output_compression');
  }
  if (request.seed !== undefined) {
    if (endpoint.seed) optional.seed = request.seed;
    else ignore('seed');
  }
  if (request.stream === true && !endpoint.streams) ignore('stream');

  const options: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(optionsFor(slug, request))) {
    if (endpoint.passthrough.has(key)) options[key] = value;
    else ignore(`provider.options.${slug}.${key}`);
  }
  return {
    job: {
      model: request.model,
      prompt: request.prompt,
      n: request.n ?? 1,
      format,
      stream: request.stream === true && endpoint.streams,
      options,
      ...shape,
      ...optional,
    },
    warnings,
  };
}

type OptionalParts = { -readonly [Key in keyof JobOutline]?: JobOutline[Key] };

/** Returns the size of the job in the words of the endpoint, and adds what was clamped or ignored. */
function fitGeometry(
  { request, geometry }: CheckedImageRequest,
  endpoint: ImageEndpoint,
  warnings: ImageWarning[],
): OptionalParts {
  const shape: OptionalParts = {};
  if (geometry.pixels !== undefined) shape.pixels = geometry.pixels;
  if (geometry.tier !== undefined) shape.tier = geometry.tier;
  if (geometry.aspectRatio !== undefined) {
    const nearest = nearestRatio(geometry.aspectRatio, endpoint.aspectRatios ?? []);
    if (nearest === undefined) warnings.push({ parameter: 'aspect_ratio', note: 'ignored' });
    else shape.aspectRatio = nearest;
    if (nearest !== undefined && nearest !== geometry.aspectRatio) {
      warnings.push({ parameter: 'aspect_ratio', note: `clamped:${nearest}` });
    }
  }
  const computed = computedPixels(shape, endpoint);
  if (computed !== undefined) shape.pixels = computed.size;
  if (computed?.isSmaller === true) {
    const parameter = request.resolution === undefined ? 'size' : 'resolution';
    warnings.push({ parameter, note: `clamped:${textOfSize(computed.size)}` });
  }
  return shape;
}

/**
 * Returns the size for a tier and ratio where pixels are an endpoint's only control, and whether it
 * is smaller than the tier because of the endpoint's limits.
 */
function computedPixels(
  { tier, aspectRatio, pixels }: Partial<JobOutline>,
  { pixelsByArea: isByArea, pixels: limits, tiers }: ImageEndpoint,
): { readonly size: Size; readonly isSmaller: boolean } | undefined {
  if (isByArea !== true || limits === undefined || pixels !== undefined) return undefined;
  if (tier === undefined && aspectRatio === undefined) return undefined;
  const side = sideOf(tier ?? tiers?.[0]);
  const ratio = ratioOf(aspectRatio ?? '1:1');
  const size = pixelsByArea(side, ratio, limits);
  // Rounding to multiples loses a few percent, a limit much more.
  const isSmaller = tier !== undefined && size.width * size.height < 0.9 * side * side;
  return { size, isSmaller };
}

function sideOf(tier: string | undefined): number {
  return Object.entries(TIER_PIXELS).find(([name]) => name === tier)?.[1] ?? TIER_PIXELS['1K'];
}

/**
 * Returns the provider's options; slugs are compared without case, as in `only`, `order` and
 * `ignore`.
 */
function optionsFor(slug: string, { provider }: ImageRequest): Readonly<Record<string, unknown>> {
  const entries = Object.entries(provider?.options ?? {});
  return entries.find(([name]) => name.toLowerCase() === slug.toLowerCase())?.[1] ?? {};
}

/** Returns whether a value makes a choice; `auto` does not and is never reported. */
function isChoice(value: string | undefined): value is string {
  return value !== undefined && value !== 'auto';
}

function defaultFormat({ formats }: ImageEndpoint): ImageFormat {
  return formats[0] ?? 'png';
}

function refusalOf(
  { request, geometry, format }: CheckedImageRequest,
  endpoint: ImageEndpoint,
  where: string,
): RequestIssue | undefined {
  const refuse = (path: string, allowed: string, given: string | number) => ({
    path,
    message: `${path} must be ${allowed} for model ${request.model}${where}, got ${given}`,
  });
  const { n = 1, input_references: { length: references } = [] } = request;
  if (n > endpoint.maxImages) return refuse('n', atMost(endpoint.maxImages), n);
  if (references > endpoint.maxReferences) {
    return refuse('input_references', `${atMost(endpoint.maxReferences)} images`, references);
  }
  const { minReferences = 0 } = endpoint;
  if (references < minReferences) {
    return refuse('input_references', `at least ${minReferences} images`, references);
  }
  if (format !== undefined && !endpoint.formats.includes(format)) {
    return refuse('output_format', `one of ${endpoint.formats.join(', ')}`, format);
  }
  const { tier, pixels } = geometry;
  if (tier !== undefined && !endpoint.tiers?.includes(tier)) {
    const allowed =
      endpoint.tiers === undefined ? 'left out' : `one of ${endpoint.tiers.join(', ')}`;
    return refuse(request.resolution === undefined ? 'size' : 'resolution', allowed, tier);
  }
  if (pixels !== undefined && !fitsPixels(pixels, endpoint.pixels)) {
    return refuse('size', describePixels(endpoint.pixels), textOfSize(pixels));
  }
  return undefined;
}

function atMost(limit: number): string {
  return limit === 0 ? 'none' : `at most ${limit}`;
}

/** Returns the nearest ratio by the distance of logarithms: 2:1 is as far from 1:1 as 1:2. */
function nearestRatio(wanted: string, ratios: readonly string[]): string | undefined {
  const distance = (ratio: string) => Math.abs(Math.log(ratioOf(ratio) / ratioOf(wanted)));
  let nearest: string | undefined;
  for (const ratio of ratios) {
    if (ratio === 'auto') continue;
    if (nearest === undefined || distance(ratio) < distance(nearest)) nearest = ratio;
  }
  return nearest;
}
