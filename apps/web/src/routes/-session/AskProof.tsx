import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import type { Asking } from '#web/ui/asking.ts'
import { onLostPart } from '#web/ui/lost-part.ts'

/** Asks for the password or the second factor; loaded with its texts on first use. */
export const AskProof = (asking: Asking) => {
  const [Dialog, setDialog] = useState<ComponentType<Asking> | null>(null)
  const tellLost = useEffectEvent((error: unknown) => {
    onLostPart(error)
    asking.onClose()
  })
  useEffect(() => {
    let left = false
    Promise.all([import('#web/features/leaving/ProofDialog.tsx'), loadTexts('leaving')]).then(
      ([{ ProofDialog }]) => !left && setDialog(() => ProofDialog),
      error => !left && tellLost(error),
    )
    return () => {
      left = true
    }
  }, [])
  return Dialog && <Dialog {...asking} />
}
