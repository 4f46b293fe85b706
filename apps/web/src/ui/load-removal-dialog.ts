import { loadTexts } from '#web/kernel/text/i18n.ts'

/** Loads the team's removal dialog and its texts on first use. */
export const loadRemovalDialog = async () =>
  (await Promise.all([import('./RemovalDialog.tsx'), loadTexts('moderation')]))[0]
