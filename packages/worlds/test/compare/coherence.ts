import type { Model } from '@model-gateway/core';
import { surroundingsOf } from './feature.ts';

/** Returns sentences about models that contradict themselves or each other. */
export function faultsOf(models: readonly Model[]): readonly string[] {
  const { reference } = surroundingsOf(models);
  return [...models.flatMap((model) => faultsOfModel(model, reference)), ...faultsOfBoards(models)];
}

function faultsOfModel(model: Model, reference: number): readonly string[] {
  const { id, created, knowledge_cutoff: cutoff, expiration_date: expires, pricing } = model;
  const { architecture, reasoning, supported_parameters: parameters } = model;
  const faults = [
    cutoff != null && Date.parse(cutoff) / 1000 > created && 'knows what came after its release',
    cutoff != null &&
      Date.parse(cutoff) / 1000 < created - 3 * 365 * 86_400 &&
      'knows nothing of the three years before its release',
    expires != null && Date.parse(expires) / 1000 < reference - 86_400 && 'has expired',
    (reasoning !== undefined) !== parameters.includes('reasoning') &&
      pricing.prompt !== '-1' &&
      'takes reasoning or not, against its member',
    reasoning?.mandatory === true && reasoning.default_enabled === false && 'must reason, but off',
    architecture.modality?.split('->')[1] !== architecture.output_modalities.join('+') &&
      'has another modality than outputs',
  ];
  return faults.flatMap((fault) => (fault === false ? [] : [`${id} ${fault}`]));
}

function faultsOfBoards(models: readonly Model[]): readonly string[] {
  const elos = new Map<string, number>();
  return models.flatMap(({ id, benchmarks }) =>
    (benchmarks?.design_ranking ?? []).flatMap(({ arena, category, rank, elo }) => {
      const place = `${arena}/${category} ${rank}`;
      const before = elos.get(place) ?? elo;
      elos.set(place, elo);
      return before === elo ? [] : [`${id} shares place ${place} with another ELO`];
    }),
  );
}
