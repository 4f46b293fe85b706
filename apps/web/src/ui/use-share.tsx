import { useState, type ReactNode } from 'react'
import type { ShareContent } from './ShareSheet.tsx'
import { onChunkLoadFailed } from './on-chunk-load-failed.ts'

// Loaded on first use, because it contains the encoder of QR codes.
const importShareSheet = () => import('./ShareSheet.tsx')

/** Opens the share sheet, which is loaded on first use; the caller must render `sheet`. */
export const useShare = (): { share: (content: ShareContent) => void; sheet: ReactNode } => {
  const [opened, setOpened] = useState<{
    part: Awaited<ReturnType<typeof importShareSheet>>
    content: ShareContent
  } | null>(null)
  const [share] = useState(
    () => (content: ShareContent) =>
      void importShareSheet().then(part => setOpened({ part, content }), onChunkLoadFailed),
  )
  return { share, sheet: opened && <opened.part.ShareSheet {...opened.content} onClose={() => setOpened(null)} /> }
}
