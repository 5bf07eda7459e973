/** sRGB, each channel 0 to 255 and whole. */
export type Color = readonly [red: number, green: number, blue: number];

/** `#rrggbb` */
export function fromHex(hex: string): Color {
  const number = Number.parseInt(hex.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

/** `#rrggbb` */
export function toHex(color: Color): string {
  return `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Between two colours as the eye sees it (in OKLab): `share` 0 gives `from`, 1 gives `to`. */
export function mix(from: Color, to: Color, share: number): Color {
  const [a, b] = [toOklab(from), toOklab(to)];
  const at = (start: number, end: number) => start + (end - start) * share;
  return fromOklab([at(a[0], b[0]), at(a[1], b[1]), at(a[2], b[2])]);
}

/** Moves the hue by `degrees`; lightness and colourfulness stay. */
export function rotateHue(color: Color, degrees: number): Color {
  const [lightness, a, b] = toOklab(color);
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return fromOklab([lightness, a * cos - b * sin, a * sin + b * cos]);
}

/** Adds to the lightness, which runs from 0 to 1. */
export function lighten(color: Color, amount: number): Color {
  const [lightness, a, b] = toOklab(color);
  return fromOklab([Math.max(0, Math.min(1, lightness + amount)), a, b]);
}

/** Returns the perceived lightness of a colour, 0 to 1. */
export function lightnessOf(color: Color): number {
  return toOklab(color)[0];
}

type Oklab = readonly [lightness: number, a: number, b: number];

/** Source of the matrices: Björn Ottosson, "A perceptual color space for image processing". */
function toOklab([red, green, blue]: Color): Oklab {
  const [r, g, b] = [toLinear(red), toLinear(green), toLinear(blue)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** Colours outside sRGB lose colourfulness until they fit, so that they keep their hue. */
function fromOklab([lightness, a, b]: Oklab): Color {
  for (let chroma = 1; chroma > 0; chroma -= 0.05) {
    const channels = toLinearRgb([lightness, a * chroma, b * chroma]);
    if (channels.every((channel) => channel > -0.0005 && channel < 1.0005)) return toSrgb(channels);
  }
  return toSrgb(toLinearRgb([lightness, 0, 0]));
}

function toLinearRgb([lightness, a, b]: Oklab): Color {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function toSrgb([red, green, blue]: Color): Color {
  return [fromLinear(red), fromLinear(green), fromLinear(blue)];
}

function toLinear(channel: number): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function fromLinear(value: number): number {
  const encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
  return Math.round(255 * Math.max(0, Math.min(1, encoded)));
}
