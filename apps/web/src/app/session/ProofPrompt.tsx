import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import type { ProofRequest } from '#web/ui/proof-request.ts'
import { onChunkLoadFailed } from '#web/ui/on-chunk-load-failed.ts'

export const ProofPrompt = (request: ProofRequest) => {
  const [Dialog, setDialog] = useState<ComponentType<ProofRequest> | null>(null)
  const onLoadFailed = useEffectEvent((error: unknown) => {
    onChunkLoadFailed(error)
    request.onClose()
  })
  useEffect(() => {
    let isCancelled = false
    Promise.all([import('#web/features/leaving/ProofDialog.tsx'), loadTexts('leaving')]).then(
      ([{ ProofDialog }]) => !isCancelled && setDialog(() => ProofDialog),
      error => !isCancelled && onLoadFailed(error),
    )
    return () => {
      isCancelled = true
    }
  }, [])
  return Dialog && <Dialog {...request} />
}
