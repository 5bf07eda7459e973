/** Returns half to all of a pause, so that processes that collided do not collide again. */
export function jitter(milliseconds: number): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return milliseconds * (0.5 + random / 2 ** 33);
}
