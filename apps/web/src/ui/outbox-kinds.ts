import type { OutboxKind } from './feature.ts'

let load: () => Promise<readonly OutboxKind[]> = async () => []

/** Called when the app starts, with the function that loads the kinds of all features. */
export const provideOutboxKinds = (loadKinds: () => Promise<readonly OutboxKind[]>): void => {
  load = loadKinds
}

/** The kinds of outbox items of all features, in the order in which a summary counts them. */
export const loadOutboxKinds = (): Promise<readonly OutboxKind[]> => load()
