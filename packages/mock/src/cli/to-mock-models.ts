import {
  checkCatalog,
  CatalogError,
  type CatalogEntry,
  type CatalogProblem,
} from '@model-gateway/core';
import { isBuilderError, model, type MockModel, type ModelSpec } from '@model-gateway/worlds';

/**
 * Completes the models of a catalog file: one with every member that the wire format requires stays
 * unchanged, unknown members included; any other is made by `model()`, which fills in what is left
 * out and refuses names that it does not know.
 */
export function toMockModels(entries: readonly CatalogEntry[]): {
  readonly models: readonly MockModel[];
  readonly problems: readonly CatalogProblem[];
} {
  const models: MockModel[] = [];
  const problems: CatalogProblem[] = [];
  for (const [position, entry] of entries.entries()) {
    try {
      models.push(isWhole(entry.model) ? entry : completed(entry));
    } catch (error) {
      problems.push(...problemsOf(error, `data[${position}]`));
    }
  }
  // Other mistakes are reported with it.
  if (problems.length > 0) problems.push(...problemsOfWhole(entries));
  return { models, problems };
}

const REQUIRED = [
  'canonical_slug',
  'name',
  'created',
  'pricing',
  'context_length',
  'architecture',
  'top_provider',
  'supported_parameters',
];

function isWhole(wire: object): boolean {
  return REQUIRED.every((name) => Object.hasOwn(wire, name));
}

function completed({ model: spec, signals }: CatalogEntry): MockModel {
  // Data of a file, which model() checks.
  const { signals: own, ...members } = spec as unknown as ModelSpec;
  return model({ ...members, signals: { ...signals, ...own } });
}

function problemsOf(error: unknown, place: string): readonly CatalogProblem[] {
  if (!isBuilderError(error)) throw error;
  return error.issues.map(({ path, message }) => ({
    path: path === undefined ? place : `${place}.${path}`,
    message,
  }));
}

function problemsOfWhole(entries: readonly CatalogEntry[]): readonly CatalogProblem[] {
  return entries.flatMap((entry, position) => {
    if (!isWhole(entry.model)) return [];
    try {
      checkCatalog([entry]);
      return [];
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error;
      return error.problems.map(({ path, message }) => ({
        path: path.replace('data[0]', `data[${position}]`),
        message,
      }));
    }
  });
}
