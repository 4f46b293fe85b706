import type * as Parts from './components/on-demand.ts'

export type OnDemand = typeof Parts

/** Loads the menus and dialogs of a conversation on first use: they are 4 kB, gzipped. */
export const loadOnDemand = (): Promise<OnDemand> => import('./components/on-demand.ts')
