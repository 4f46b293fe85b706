import { loadTexts } from '#web/kernel/text/i18n.ts'

/** Fetched where somebody of the team asks for it, with its words. */
export const loadRemoval = async () => (await Promise.all([import('./RemovalDialog.tsx'), loadTexts('rules')]))[0]
