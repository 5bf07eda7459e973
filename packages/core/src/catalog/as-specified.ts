import { DefaultParametersSchema, type Model } from '../resources/model.ts';

/**
 * The model without members that the contract forbids. Only `default_parameters` forbids any
 * (contract §8.4); a client that was generated from the contract would refuse the whole list over one.
 * Everything else that is unknown is served (contract §3.11).
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
