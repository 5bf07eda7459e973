import type { RequestIssue } from '../errors.ts';
import { quote } from '../input/quote.ts';
import { RESOLUTIONS, type ImageRequest } from '../resources/image-request.ts';

export type Resolution = (typeof RESOLUTIONS)[number];

/** Pixels of a tier's longer side. Source: contract §4.2. */
export const TIER_PIXELS: Readonly<Record<Resolution, number>> = {
  '512': 512,
  '1K': 1024,
  '2K': 2048,
  '4K': 4096,
};

/** The requested shape; absent members were not requested or `auto`. */
export interface Geometry {
  readonly aspectRatio?: string;
  readonly tier?: Resolution;
  /** Authoritative: never combined with a ratio or tier. */
  readonly pixels?: { readonly width: number; readonly height: number };
}

type Shape = Pick<ImageRequest, 'size' | 'resolution' | 'aspect_ratio'>;

const SMALLEST_SIDE = 64;
const LARGEST_SIDE = 8192;

/**
 * Applies the size rule: returns one shape, or every contradiction between the three parameters.
 */
export function resolveGeometry(shape: Shape): Geometry | readonly RequestIssue[] {
  const { size, resolution } = shape;
  const ratio = shape.aspect_ratio === 'auto' ? undefined : shape.aspect_ratio;
  const byTier = (tier: Resolution | undefined): Geometry => ({
    ...(tier === undefined ? {} : { tier }),
    ...(ratio === undefined ? {} : { aspectRatio: ratio }),
  });
  if (size === undefined || size === 'auto') return byTier(resolution);

  const tier = RESOLUTIONS.find((name) => name === size);
  if (tier !== undefined) {
    if (resolution === undefined || resolution === tier) return byTier(tier);
    return [
      issue('resolution', `resolution must be ${tier} beside size ${tier}, got ${resolution}`),
    ];
  }
  const pixels = parsePixels(size);
  if (pixels === undefined) {
    const allowed = `a tier (${RESOLUTIONS.join(', ')}) or pixels such as 1024x768`;
    return [issue('size', `size must be ${allowed}, got ${quote(size)}`)];
  }
  const issues = pixelIssues(pixels, resolution, ratio);
  return issues.length === 0 ? { pixels } : issues;
}

/** Returns width divided by height of `16:9` or `19.5:9`. */
export function ratioOf(aspectRatio: string): number {
  const { width, height } = sidesOf(aspectRatio);
  return width / height;
}

function sidesOf(aspectRatio: string): { width: number; height: number } {
  const [width = Number.NaN, height = Number.NaN] = aspectRatio.split(':').map(Number);
  return { width, height };
}

/**
 * Returns whether `|width / height / ratio - 1| <= 1 %`, both ends included. Computed in whole
 * numbers (19.5 has one digit after the point), because 101 / 100 - 1 is more than 0.01 in binary
 * fractions. Source: contract §4.2.
 */
function isWithinOnePercent(
  { width, height }: { width: number; height: number },
  aspectRatio: string,
): boolean {
  const ratio = sidesOf(aspectRatio);
  const expected = height * Math.round(10 * ratio.width);
  const difference = width * Math.round(10 * ratio.height) - expected;
  return 100 * Math.abs(difference) <= expected;
}

/** Without leading zeros, which a client that pads its numbers would send by mistake. */
const PIXELS = /^(0|[1-9]\d{0,4})x(0|[1-9]\d{0,4})$/;

function parsePixels(size: string): { width: number; height: number } | undefined {
  const match = PIXELS.exec(size);
  return match === null ? undefined : { width: Number(match[1]), height: Number(match[2]) };
}

function pixelIssues(
  { width, height }: { width: number; height: number },
  resolution: Resolution | undefined,
  ratio: string | undefined,
): RequestIssue[] {
  const issues: RequestIssue[] = [];
  const size = `${width}x${height}`;
  for (const side of [width, height]) {
    if (side >= SMALLEST_SIDE && side <= LARGEST_SIDE) continue;
    const allowed = `sides of ${SMALLEST_SIDE} to ${LARGEST_SIDE} pixels`;
    return [issue('size', `size must have ${allowed}, got ${size}`)];
  }
  if (resolution !== undefined && TIER_PIXELS[resolution] !== Math.max(width, height)) {
    const expected = `${TIER_PIXELS[resolution]} pixels on its longer side`;
    issues.push(
      issue('resolution', `resolution ${resolution} means ${expected}, but size is ${size}`),
    );
  }
  if (ratio !== undefined && !isWithinOnePercent({ width, height }, ratio)) {
    issues.push(issue('aspect_ratio', `aspect_ratio ${ratio} does not match size ${size}`));
  }
  return issues;
}

function issue(path: string, message: string): RequestIssue {
  return { path, message };
}
