import type { QuietHours } from '@parvis/contract/notifications.ts'

/**
 * Whether an instant, in milliseconds since 1970, falls into the quiet hours, which may span midnight. `timezone` is an
 * IANA name.
 */
export const isQuiet = ({ from, until }: QuietHours, now: number, timezone: string): boolean => {
  if (!from || !until) return false
  const options = { timeZone: timezone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const time = new Intl.DateTimeFormat('en-GB', options).format(now)
  return from < until ? time >= from && time < until : time >= from || time < until
}
