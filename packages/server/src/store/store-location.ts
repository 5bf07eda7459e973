import path from 'node:path';

/** A store's URL with a file of SQLite made absolute: it is relative to the configuration's folder. */
export function storeLocation(store: string, folder: string): string {
  const [, file] = /^sqlite:(?!:memory:)(.+)$/.exec(store) ?? [];
  return file === undefined ? store : `sqlite:${path.resolve(folder, file)}`;
}
