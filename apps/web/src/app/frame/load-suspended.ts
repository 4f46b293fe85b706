import { withTexts } from '#web/kernel/text/i18n.ts'
import type * as Part from './suspended-module.ts'

let loadedModule: typeof Part | null = null

export const loadedSuspendedModule = (): typeof Part | null => loadedModule

/** Loads the bar for suspended members with its texts; other members never download it. */
export const loadSuspendedModule = async (): Promise<typeof Part> =>
  (loadedModule = await withTexts(import('./suspended-module.ts'), 'moderation'))
