/** An event of the provider, as it comes over the data channel. */
export type ProviderEvent = { type: string } & Record<string, unknown>
