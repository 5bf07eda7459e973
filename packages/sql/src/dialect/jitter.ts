/** Between half of a pause and the whole of it, so that those who collided do not meet again. */
export function jitter(milliseconds: number): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return milliseconds * (0.5 + random / 2 ** 33);
}
