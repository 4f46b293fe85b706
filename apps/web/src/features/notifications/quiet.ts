import type { QuietHours } from '@parvis/contract/notifications.ts'

/** `now` is in milliseconds since 1970, `timezone` an IANA name. The quiet hours may span midnight. */
export const isQuiet = ({ from, until }: QuietHours, now: number, timezone: string): boolean => {
  if (!from || !until) return false
  const options = { timeZone: timezone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const time = new Intl.DateTimeFormat('en-GB', options).format(now)
  return from < until ? time >= from && time < until : time >= from || time < until
}
