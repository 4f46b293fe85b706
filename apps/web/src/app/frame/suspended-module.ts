export { SuspendedBar } from '#web/features/moderation/SuspendedBar.tsx'
export { refreshSession } from '../session/refresh-session.ts'
