/**
 * Returns the paths of the gateway: behind Vite's `base`, because a proxy in front may pass on
 * nothing else, and without it, because a page may request `/v1/…` from any path.
 */
export function basePathsOf(base: string, mount: string): readonly [string, ...string[]] {
  const path = mount.replace(/\/+$/, '');
  // A base may be a whole URL; `''` and `./` are only resolved when the page is built.
  const { pathname } = new URL(base, 'http://vite.invalid/');
  const behind = pathname.replace(/\/+$/, '') + path;
  return behind === path ? [path] : [behind, path];
}
