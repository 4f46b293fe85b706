import { loadTexts } from '#web/kernel/text/i18n.ts'

/** The removal dialog of the team with its texts, loaded on first use. */
export const loadRemovalDialog = async () => (await Promise.all([import('./RemovalDialog.tsx'), loadTexts('rules')]))[0]
