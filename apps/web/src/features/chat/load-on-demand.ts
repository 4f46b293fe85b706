import { loadTexts } from '#web/kernel/text/i18n.ts'
import type * as Parts from './components/on-demand.ts'

export type OnDemand = typeof Parts

/** Loads the chunk of menus and dialogs with their texts. */
export const loadOnDemand = async (): Promise<OnDemand> =>
  (await Promise.all([import('./components/on-demand.ts'), loadTexts('chat')]))[0]
