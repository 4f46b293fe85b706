/** "9:00", as times are written; the day does not matter. */
export const hourText = (hour: number, time: (iso: string, timezone: string) => string): string =>
  time(new Date(Date.UTC(2000, 0, 1, hour)).toISOString(), 'UTC')
