import { loadTexts } from '#web/kernel/text/i18n.ts'
import type * as Parts from './components/on-demand.ts'

export type OnDemand = typeof Parts

/** The parts that a tap asks for, with their words. */
export const loadOnDemand = async (): Promise<OnDemand> =>
  (await Promise.all([import('./components/on-demand.ts'), loadTexts('messageacts')]))[0]
