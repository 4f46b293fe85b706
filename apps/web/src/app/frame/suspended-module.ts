import { loadTexts } from '#web/kernel/text/i18n.ts'

export { SuspendedBar } from '#web/features/moderation/SuspendedBar.tsx'
export { refreshSession } from '../session/refresh-session.ts'

export const loadSuspensionTexts = () => loadTexts('rules')
