import type { ColumnType } from 'kysely'
import type { Report, ReportKind } from './report.ts'

declare module '#server/kernel/postgres/db.ts' {
  interface Tables {
    weather_reports: {
      place: string
      kind: ReportKind
      report: ColumnType<Report, string, string>
      fetched_at: Date
    }
    weather_mornings: {
      community_id: string
      /** YYYY-MM-DD in the community’s local time. */
      day: string
      event_id: string | null
    }
  }
}
