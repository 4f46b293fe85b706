import { addDays, instantAt } from '../zoned-time.ts'

const PARIS = 'Europe/Paris'

const moment = (title: string, timezone: string, today: string, time: string) => ({
  title,
  timezone,
  /** The local date of the moment, YYYY-MM-DD. */
  today,
  tomorrow: addDays(today, 1),
  now: instantAt(today, time, timezone),
})

/** Moments when the local date differs from UTC, or when the day is longer or shorter than the previous one. */
export const zonedMoments = [
  moment('half past midnight in Paris', PARIS, '2026-11-29', '00:30'),
  moment('half past eleven at night in Paris', PARIS, '2026-07-14', '23:30'),
  moment('nine in the evening in Pointe-à-Pitre', 'America/Guadeloupe', '2026-11-29', '21:00'),
  moment('nine in the morning in Nouméa', 'Pacific/Noumea', '2026-11-29', '09:00'),
  moment('half past midnight on the day on which the clocks go back', PARIS, '2026-10-25', '00:30'),
  moment('half past eleven at night when the clocks have gone back', PARIS, '2026-10-25', '23:30'),
  moment('half past midnight on the day on which the clocks go forward', PARIS, '2026-03-29', '00:30'),
  moment('half past eleven at night when the clocks have gone forward', PARIS, '2026-03-29', '23:30'),
  moment('half past midnight after the day on which the clocks went forward', PARIS, '2026-03-30', '00:30'),
] as const
