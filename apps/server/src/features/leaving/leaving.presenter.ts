import { EXPORT_DAYS, type Export, type ExportState } from '@parvis/contract/leaving.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import type { ExportRow } from './leaving.queries.ts'

const stateOf = ({ ready_at, failed_at, total }: ExportRow): ExportState => {
  if (ready_at) return 'ready'
  if (failed_at) return 'failed'
  return total === null ? 'waiting' : 'making'
}

export const presentExport = (row: ExportRow): Export => ({
  _id: row.id,
  state: stateOf(row),
  done: row.total === null ? row.done : Math.min(row.done, row.total),
  total: row.total,
  bytes: row.bytes === null ? null : Number(row.bytes),
  dateAdded: row.asked_at.toISOString(),
  expiresAt: new Date(row.asked_at.getTime() + EXPORT_DAYS * DAY_MS).toISOString(),
})
