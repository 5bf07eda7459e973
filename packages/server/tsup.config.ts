import { defineConfig, type Options } from 'tsup';

const common: Options = { target: 'node22', sourcemap: true, removeNodeProtocol: false };

export default defineConfig([
  { ...common, entry: ['src/index.ts'], format: ['esm', 'cjs'], dts: true, clean: true },
  // The command waits for modules at its top level, which only ES modules can.
  { ...common, entry: ['src/bin.ts'], format: ['esm'] },
]);
