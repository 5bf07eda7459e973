/**
 * Where the gateway answers: behind Vite's `base`, which is all that a proxy in front may let
 * through, and without it, because a page may ask for `/v1/…` from wherever it lives.
 */
export function basePathsOf(base: string, mount: string): readonly [string, ...string[]] {
  const path = mount.replace(/\/+$/, '');
  // A base may be a whole URL; `''` and `./` are only resolved when the page is built.
  const { pathname } = new URL(base, 'http://vite.invalid/');
  const behind = pathname.replace(/\/+$/, '') + path;
  return behind === path ? [path] : [behind, path];
}
