import { DefaultParametersSchema, type Model } from '../resources/model.ts';

/**
 * Returns the model without members that the contract forbids. Only `default_parameters` forbids
 * any (contract §8.4); a client generated from the contract would reject the whole list because of
 * one. All other unknown members are served (contract §3.11).
 */
export function asSpecified(model: Model): Model {
  const { default_parameters: defaults } = model;
  if (defaults === null || Object.keys(defaults).every(isKnown)) return model;
  const known = Object.entries(defaults).filter(([name]) => isKnown(name));
  return { ...model, default_parameters: Object.fromEntries(known) };
}

function isKnown(name: string): boolean {
  return Object.hasOwn(DefaultParametersSchema.entries, name);
}
