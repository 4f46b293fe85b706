import { useState, type ReactNode } from 'react'
import { withTexts } from '#web/kernel/text/i18n.ts'
import { onChunkLoadFailed } from './on-chunk-load-failed.ts'
import type { ReportTarget } from './ReportDialog.tsx'

const importReportDialog = () => withTexts(import('./ReportDialog.tsx'), 'moderation')

/** Opens the report dialog, which is loaded on first use; the caller must render `dialog`. */
export const useReport = (communityUri: string): { report: (target: ReportTarget) => void; dialog: ReactNode } => {
  const [opened, setOpened] = useState<{
    part: Awaited<ReturnType<typeof importReportDialog>>
    target: ReportTarget
  } | null>(null)
  const [report] = useState(
    () => (target: ReportTarget) =>
      void importReportDialog().then(part => setOpened({ part, target }), onChunkLoadFailed),
  )
  return {
    report,
    dialog: opened && (
      <opened.part.ReportDialog {...opened.target} communityUri={communityUri} onClose={() => setOpened(null)} />
    ),
  }
}
