/** Options of Vertex AI. */
export interface VertexOptions {
  /** The project, for access tokens; without one, `apiKey` is a key of express mode. */
  readonly project?: string;
  /** For example `europe-west4`, or `eu` and `us` for all regions there; `global` by default. */
  readonly location?: string;
}
