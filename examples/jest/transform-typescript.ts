import { transformSync } from 'esbuild';

/** Makes JavaScript of TypeScript: what ts-jest, @swc/jest or Babel do elsewhere. */
// oxlint-disable-next-line import/no-default-export -- Jest takes nothing else.
export default {
  process: (text: string, file: string) =>
    transformSync(text, {
      loader: 'ts',
      format: 'esm',
      sourcefile: file,
      sourcemap: 'inline',
      target: 'node20',
    }),
};
