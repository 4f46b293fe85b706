import type { Deal } from '@parvis/contract/deals.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { whenIdle } from '#web/kernel/screen/when-idle.ts'

/**
 * The team opens a deal that nobody has drawn a map of: its author may not, or it has moved. It is drawn once the
 * screen has nothing else to do.
 */
export const useMissingMap = (deal: Deal | undefined): void => {
  const queryClient = useQueryClient()
  const { _id, loc, mapPhoto, abilities } = deal ?? {}
  const isMissing = Boolean(abilities?.drawMap && loc && !mapPhoto)
  const at = loc?.coordinates.join()
  const draw = useEffectEvent(() => {
    if (!_id || !loc) return
    import('./draw-deal-map.ts').then(({ drawOnce }) => drawOnce(queryClient, { _id, loc })).catch(() => {})
  })
  useEffect(() => (isMissing ? whenIdle(draw) : undefined), [isMissing, _id, at])
}
