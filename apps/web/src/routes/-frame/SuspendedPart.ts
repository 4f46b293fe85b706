import { loadTexts } from '#web/kernel/text/i18n.ts'

export { SuspendedBar } from '#web/features/moderation/SuspendedBar.tsx'
export { readMyselfAnew } from '../-session/read-myself-anew.ts'

export const loadWords = () => loadTexts('rules')
