import { withTexts } from '#web/kernel/text/i18n.ts'

/** Loads the team's removal dialog and its texts on first use. */
export const loadRemovalDialog = () => withTexts(import('./RemovalDialog.tsx'), 'moderation')
