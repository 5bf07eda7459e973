import type { Command } from 'commander';
import type { Io } from '../io.ts';
import { listedModels, type ListedModel } from '../listed-models.ts';
import { printList } from '../output.ts';
import { withStoreOptions, type StoreFlags } from '../stores.ts';

/** `models list` */
export function defineModels(program: Command, io: Io): void {
  const models = program
    .command('models')
    .description('list the models of the store and of the configured providers');
  withStoreOptions(models.command('list'))
    .description('every model of the store and of the configured providers')
    .action((flags: StoreFlags) => list(flags, io));
}

async function list(flags: StoreFlags, io: Io): Promise<void> {
  const rows = [...(await listedModels(flags, io)).values()].map(toRow);
  printList(io, flags.json, rows, ['id', 'name', 'modality', 'context_length', 'source']);
}

function toRow({ model, source }: ListedModel): object {
  const { id, name, architecture, context_length } = model;
  return { id, name, modality: architecture.modality, context_length, source };
}
