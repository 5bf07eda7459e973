import type { Clock, HttpClient, ImageEndpoint } from '@model-gateway/core';
import type { ListedProvider } from '@model-gateway/providers';

/** Options of every module of `@model-gateway/providers`. */
export interface ProviderFactoryOptions {
  readonly apiKey: string;
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly slug: string;
  readonly name: string;
  readonly baseUrl: string;
  readonly models: Readonly<Record<string, object>>;
}

/** Takes those of the options that a configuration gives. */
export type ProviderFactory = (options: never) => ListedProvider;

/** Members of an entry that only some kinds have. */
export type OwnMember = 'credentials' | 'resource' | 'region' | 'project' | 'profile';

/** A value of `providers[].kind`. */
export interface ProviderKind {
  /** The variable that documentation and errors suggest for the key; undefined for a kind without one. */
  readonly keyVariable?: string;
  readonly required?: readonly ('baseUrl' | OwnMember)[];
  /** Its own members, each with the option of the module that it becomes. */
  readonly own?: Readonly<Partial<Record<OwnMember, string>>>;
  /** False for a module without models of its own, so that an entry must name them. */
  readonly hasTable?: false;
  /** The abilities of a model unless its entry sets them, for modules without a table. */
  readonly endpoint?: ImageEndpoint;
  load(): Promise<ProviderFactory>;
}
